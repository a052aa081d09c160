import type { Lead } from '@crm/contracts/leads/lead.ts';
import { History } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { failureText } from '../../api/errors.ts';
import { useCommand } from '../../api/useCommand.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { ExportButton } from '../../pages/list/ExportButton.tsx';
import { ListPage, Showing } from '../../pages/list/ListPage.tsx';
import type { ListExport } from '../../pages/list/list.ts';
import { useListPage } from '../../pages/list/useListPage.ts';
import { paths } from '../../paths.ts';
import { buttonVariants } from '../../ui/Button.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { toast } from '../../ui/toast.tsx';
import { useIsHere } from '../../url/useIsHere.ts';
import { pastLeadTexts as texts } from '../texts/past.ts';
import { leadWords } from '../texts/words.ts';
import { exportAddress, type PastLeadsState, pastLeads, pastLeadsState } from './queries.ts';

const operatorOf = ({ assignedOperator }: Lead) => assignedOperator?.fullName ?? leadWords.unassigned;
const amountOf = ({ total, currency }: Lead) => formatMoney(moneyOf(total, currency));

const columns: Column<Lead>[] = [
  {
    id: 'order',
    header: texts.columns.order,
    width: 9.5,
    cell: (lead) => <OrderLink lead={lead} />,
  },
  {
    id: 'customer',
    header: texts.columns.customer,
    width: 12,
    cell: ({ fullName, phone }) => (
      <span className="flex min-w-0 flex-col">
        <span dir="auto" className="truncate">
          {fullName}
        </span>
        <span className="truncate text-xs text-muted">{phone}</span>
      </span>
    ),
  },
  {
    id: 'product',
    header: texts.columns.product,
    width: 12.5,
    cell: ({ productName }) => (
      <span dir="auto" title={productName} className="block truncate">
        {productName}
      </span>
    ),
  },
  { id: 'amount', header: texts.columns.amount, width: 7.5, align: 'right', cell: amountOf },
  {
    id: 'status',
    header: texts.columns.status,
    width: 7,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'assigned',
    header: texts.columns.assigned,
    width: 9,
    cell: (lead) => (
      <span dir="auto" className="block truncate">
        {operatorOf(lead)}
      </span>
    ),
  },
  {
    id: 'created',
    header: texts.columns.created,
    width: 11,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
];

const formats = ['xlsx', 'csv'] as const;

/** Exports the list by a batch, whose page opens. */
function usePastExport({ list: id }: PastLeadsState): ListExport {
  const navigate = useNavigate();
  const exporting = useCommand(exportAddress, ['batches']);
  const isHere = useIsHere();
  const exportTo = (format: (typeof formats)[number]) =>
    void exporting.mutateAsync({ params: { id }, body: { format, wait: 1 } }).then(
      ({ data }) => {
        toast.success(texts.exportStarted);
        if (isHere()) void navigate(paths.batches.one(data.batch._id));
      },
      (error) => toast.error(failureText(error, texts.exportFailed)),
    );
  const items = formats.map((format) => ({ label: texts.exportTo[format], run: () => exportTo(format) }));
  return { busy: exporting.isPending, groups: [items] };
}

/** The leads of a moment, read only; each links to the lead as it is now, if it still exists. */
export function PastList({ at, filters }: { at: string; filters: string }) {
  const navigate = useNavigate();
  const { list } = useListPage({
    title: texts.title,
    heading: texts.titleAt(formatDateTime(at)),
    one: texts.one,
    many: texts.many,
    fields: pastLeadsState,
    query: pastLeads,
    columns,
    row: {
      id: ({ _id }) => _id,
      name: ({ orderId }) => texts.row(orderId),
      card: (lead) => <PastCard lead={lead} />,
      actions: [
        { action: 'open', label: texts.actions.open, run: ({ _id }) => void navigate(paths.leads.one(_id)) },
      ],
    },
    useExport: usePastExport,
  });
  const emptyText = filters === '' ? texts.emptyHint : texts.emptyFiltered;
  return (
    <ListPage
      list={list}
      subtitle={
        <>
          {texts.subtitleAt(at, filters)} <Showing list={list} />
        </>
      }
      actions={
        <>
          <Link to={paths.leads.past} className={buttonVariants({ variant: 'ghost' })}>
            {texts.another}
          </Link>
          <ExportButton list={list} />
        </>
      }
      empty={{ icon: History, title: texts.empty, text: emptyText, filteredText: emptyText }}
    />
  );
}

/** To the lead as it is now. */
function OrderLink({ lead }: { lead: Lead }) {
  return (
    <Link to={paths.leads.one(lead._id)} className="font-medium text-primary-text hover:underline">
      {lead.orderId}
    </Link>
  );
}

/** A lead of that moment on a phone. */
function PastCard({ lead }: { lead: Lead }) {
  return (
    <article className="flex flex-col gap-1 text-sm">
      <div className="flex items-start justify-between gap-2">
        <OrderLink lead={lead} />
        <StatusBadge status={lead.status} />
      </div>
      <div className="flex justify-between gap-2">
        <span dir="auto" className="truncate">
          {lead.fullName}
        </span>
        <span className="shrink-0 tabular-nums">{amountOf(lead)}</span>
      </div>
      <span dir="auto" className="truncate text-muted">
        {lead.productName} · {operatorOf(lead)}
      </span>
    </article>
  );
}
