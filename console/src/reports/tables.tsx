import type { ReportOf } from '@crm/contracts/reports/reports.ts';
import { OTHER_VALUES } from '@crm/events/reports/names.ts';
import { formatNumber } from '../format/count.ts';
import { leadWords } from '../leads/texts/words.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { amounts } from './amounts.ts';
import { FigureLink } from './FigureLink.tsx';
import type { LinkOf, Part } from './links.ts';
import { type Column, ReportTable } from './ReportTable.tsx';
import { rateText } from './rate.ts';
import { reportTexts } from './texts.ts';

const { columns, tables, without } = reportTexts;
const { percent } = reportTexts.summary;

type Figures = ReportOf<'revenue'>['paymentStats'][number];

type GroupFigures = Omit<Figures, 'paymentMode'>;

/** The columns of every table of groups. `partOf`: what a row counts; null if the leads list has no filter for it. */
function figureColumns<Row extends GroupFigures>(
  linkOf: LinkOf,
  partOf: (row: Row) => Part | null,
): readonly Column<Row>[] {
  const link = (row: Row, more: Part, text: string) => {
    const part = partOf(row);
    return <FigureLink to={part && linkOf({ ...part, ...more })}>{text}</FigureLink>;
  };
  return [
    { label: columns.leads, cell: (row) => link(row, {}, formatNumber(row.totalLeads)) },
    {
      label: columns.approved,
      cell: (row) => link(row, { status: 'approved' }, formatNumber(row.approvedLeads)),
    },
    { label: columns.conversion, cell: (row) => rateText(row.conversionRate, row.totalLeads) },
    {
      label: columns.trash,
      cell: (row) => link(row, { status: 'trash' }, rateText(row.trashRate, row.totalLeads)),
    },
    {
      label: columns.connected,
      cell: (row) => link(row, { comments: 'connected' }, rateText(row.connectedRate, row.totalLeads)),
    },
    { label: columns.revenue, cell: ({ revenue }) => amounts(revenue) },
  ];
}

type TableProps<Row> = { rows: readonly Row[]; linkOf: LinkOf };

export function StatusTable({ rows, linkOf }: TableProps<ReportOf<'leads'>['statusStats'][number]>) {
  return (
    <ReportTable
      title={tables.status}
      rows={rows}
      keyOf={({ status }) => status}
      columns={[
        { label: columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
        {
          label: columns.leads,
          cell: ({ status, leads }) => <FigureLink to={linkOf({ status })}>{formatNumber(leads)}</FigureLink>,
        },
        { label: columns.share, cell: ({ share }) => percent(share) },
        { label: columns.total, cell: ({ total }) => amounts(total) },
      ]}
    />
  );
}

export function PaymentTable({ rows, linkOf }: TableProps<ReportOf<'leads'>['paymentStats'][number]>) {
  return (
    <ReportTable
      title={tables.payment}
      rows={rows}
      keyOf={({ paymentMode }) => paymentMode}
      columns={[
        { label: columns.paymentMode, cell: ({ paymentMode }) => leadWords.paymentModes[paymentMode] },
        ...figureColumns<(typeof rows)[number]>(linkOf, ({ paymentMode }) => ({ paymentMode })),
      ]}
    />
  );
}

/** The table by which an affiliate manager pays. */
export function WebmasterTable({ rows, linkOf }: TableProps<ReportOf<'leads'>['webmasterStats'][number]>) {
  return (
    <ReportTable
      title={tables.webmaster}
      rows={rows}
      keyOf={({ webmaster }) => `${webmaster === null} ${webmaster}`}
      columns={[
        { label: columns.webmaster, cell: ({ webmaster }) => webmaster ?? without.webmaster },
        ...figureColumns<(typeof rows)[number]>(linkOf, ({ webmaster }) =>
          webmaster === null || webmaster === OTHER_VALUES ? null : { webmaster },
        ),
        { label: columns.duplicates, cell: ({ duplicates }) => formatNumber(duplicates) },
      ]}
    />
  );
}

export function OfferTable({ rows, linkOf }: TableProps<ReportOf<'revenue'>['offerStats'][number]>) {
  return (
    <ReportTable
      title={tables.offer}
      rows={rows}
      keyOf={({ offerId }) => String(offerId)}
      columns={[
        {
          label: columns.offer,
          cell: ({ name }) => (name === null ? without.offer : name || without.deletedOffer),
        },
        ...figureColumns<(typeof rows)[number]>(linkOf, ({ offerId }) =>
          offerId === null ? null : { product: offerId },
        ),
      ]}
    />
  );
}

type Productivity = ReportOf<'operator-productivity'>['productivityData'][number];

export function OperatorTable({ rows, linkOf }: TableProps<Productivity>) {
  return (
    <ReportTable
      title={tables.operator}
      rows={rows}
      keyOf={({ operatorId }) => operatorId}
      columns={[
        { label: columns.operator, cell: ({ fullName }) => fullName || without.name },
        ...figureColumns<(typeof rows)[number]>(linkOf, ({ operatorId }) => ({ assigned: operatorId })),
      ]}
    />
  );
}
