import type { Offer } from '@crm/contracts/offers/offers.ts';
import { Link } from 'react-router-dom';
import { formatDate } from '../../format/date.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { paths } from '../../paths.ts';
import { Day } from '../../ui/Day.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { NameCell } from '../../ui/table/NameCell.tsx';
import { RowActions } from '../../ui/table/RowActions.tsx';
import { categoryLabel } from '../labels.ts';
import { offers } from '../resource.ts';
import { offerTexts } from '../texts.ts';

const texts = offerTexts.list;

type Row = { offer: Offer };
type ActionsProps = Row & { onDelete: (offer: Offer) => void };

export function offerColumns(onDelete: (offer: Offer) => void): Column<Offer>[] {
  return [
    { id: 'id', header: texts.columns.id, width: 6, cell: (offer) => <IdCell offer={offer} /> },
    {
      id: 'name',
      header: texts.columns.name,
      width: 16,
      cell: (offer, dense) => <OfferName offer={offer} dense={dense} />,
    },
    {
      id: 'category',
      header: texts.columns.category,
      width: 9.5,
      cell: (offer) => <span className="block truncate">{categoryLabel(offer.category)}</span>,
    },
    { id: 'price', header: texts.columns.price, width: 8, align: 'right', cell: (offer) => priceOf(offer) },
    {
      id: 'status',
      header: texts.columns.status,
      width: 5.5,
      cell: (offer) => <OfferStatus offer={offer} />,
    },
    {
      id: 'performance',
      header: texts.columns.performance,
      width: 9,
      cell: (offer, dense) => <PerformanceCell offer={offer} dense={dense} />,
    },
    {
      id: 'created',
      header: texts.columns.created,
      width: 8,
      cell: (offer) => <Day at={offer.createdAt} />,
    },
    {
      id: 'actions',
      header: texts.columns.actions,
      width: 7,
      cell: (offer) => <OfferActions offer={offer} onDelete={onDelete} />,
    },
  ];
}

/** The first 8 characters of the id, enough to distinguish offers; the offer's page shows it all. */
function IdCell({ offer }: Row) {
  return (
    <Link
      to={paths.offers.one(offer._id)}
      title={offer.id}
      className="block truncate rounded-ui font-mono text-xs leading-5 text-primary-text hover:underline"
    >
      {offer.id.slice(0, 8)}
    </Link>
  );
}

function OfferName({ offer, dense }: Row & { dense: boolean }) {
  return (
    <NameCell name={offer.name} to={paths.offers.one(offer._id)} dense={dense}>
      {!dense && <span className="truncate text-xs text-muted">{categoryLabel(offer.category)}</span>}
    </NameCell>
  );
}

export function priceOf(offer: Offer): string {
  return formatMoney(moneyOf(offer.currentPrice, offer.currency));
}

export function OfferStatus({ offer }: Row) {
  return <StatusBadge status={offer.isActive ? 'active' : 'inactive'} />;
}

/** The number of leads and the percentage of approved ones. */
function PerformanceCell({ offer, dense }: Row & { dense: boolean }) {
  const { totalLeads } = offer.stats;
  const leads = texts.leads(totalLeads);
  const conversion = texts.conversion(offer.conversionRate);
  return (
    <div
      className={dense ? 'truncate tabular-nums' : 'flex flex-col tabular-nums'}
      title={texts.performance(leads, conversion)}
    >
      <span>{leads}</span> <span className="text-xs text-muted">{conversion}</span>
    </div>
  );
}

function OfferActions({ offer, onDelete }: ActionsProps) {
  return (
    <RowActions
      name={texts.row(offer.name)}
      to={paths.offers.one(offer._id)}
      manage={offers.manage}
      onDelete={() => onDelete(offer)}
    />
  );
}

/** An offer on a phone. */
export function OfferCard({ offer, onDelete }: ActionsProps) {
  return (
    <article className="flex flex-col gap-1.5 text-sm">
      <div className="flex items-start justify-between gap-2">
        <OfferName offer={offer} dense={false} />
        <div className="flex shrink-0 flex-col items-end gap-1">
          <span className="font-semibold tabular-nums">{priceOf(offer)}</span>
          <OfferStatus offer={offer} />
        </div>
      </div>
      <PerformanceCell offer={offer} dense />
      <div className="flex items-center justify-between gap-2 border-t pt-1">
        <span className="flex items-baseline gap-2 text-xs text-muted">
          <IdCell offer={offer} /> {texts.created(formatDate(offer.createdAt))}
        </span>
        <OfferActions offer={offer} onDelete={onDelete} />
      </div>
    </article>
  );
}
