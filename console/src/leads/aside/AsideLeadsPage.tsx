import type { AsideLead } from '@crm/contracts/leads/aside.ts';
import { Hourglass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../format/date.ts';
import { ListPage } from '../../pages/list/ListPage.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import { paths } from '../../paths.ts';
import { buttonVariants } from '../../ui/Button.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { asideLeadTexts as texts } from '../texts/aside.ts';
import { asideLeads, asideListState } from './queries.ts';

const columns: Column<AsideLead>[] = [
  { id: 'order', header: texts.columns.order, width: 14, cell: ({ orderId }) => orderId },
  {
    id: 'product',
    header: texts.columns.product,
    width: 16,
    cell: ({ productName }) => <span dir="auto">{productName}</span>,
  },
  {
    id: 'webmaster',
    header: texts.columns.webmaster,
    width: 10,
    cell: ({ webmaster }) => <span dir="auto">{webmaster ?? texts.noWebmaster}</span>,
  },
  {
    id: 'set-aside',
    header: texts.columns.setAside,
    width: 10,
    cell: ({ setAsideAt }) => <RelativeTime at={setAsideAt} />,
  },
  {
    id: 'period-end',
    header: texts.columns.periodEnd,
    width: 12,
    cell: ({ periodEnd }) => <time dateTime={periodEnd}>{formatDateTime(periodEnd)}</time>,
  },
];

/** /leads/aside: the leads over the limit of the plan. */
export function AsideLeadsPage() {
  const { list } = useListPage({
    title: texts.title,
    one: texts.one,
    many: texts.many,
    fields: asideListState,
    query: asideLeads,
    columns,
    row: {
      id: ({ _id }) => _id,
      name: ({ orderId }) => texts.row(orderId),
      card: (lead) => <AsideCard lead={lead} />,
      actions: [],
    },
  });
  return (
    <ListPage
      list={list}
      subtitle={texts.subtitle}
      actions={
        <Link to={paths.ownSubscription} className={buttonVariants({})}>
          {texts.renew}
        </Link>
      }
      empty={{ icon: Hourglass, title: texts.empty, text: texts.emptyHint, filteredText: texts.emptyHint }}
    />
  );
}

/** A waiting lead on a phone. */
function AsideCard({ lead: { orderId, productName, webmaster, setAsideAt } }: { lead: AsideLead }) {
  return (
    <article className="flex flex-col gap-1 text-sm">
      <div className="flex items-start justify-between gap-2">
        <span className="font-medium">{orderId}</span>
        <span className="shrink-0 text-muted">
          <RelativeTime at={setAsideAt} />
        </span>
      </div>
      <span dir="auto" className="truncate text-muted">
        {webmaster === null ? productName : `${productName} · ${webmaster}`}
      </span>
    </article>
  );
}
