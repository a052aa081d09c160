import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { Link } from 'react-router-dom';
import { formatMoney, moneyOf } from '../format/money.ts';
import { paths } from '../paths.ts';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { StatusChange } from '../ui/StatusChange.tsx';
import type { Column } from '../ui/table/columns.ts';
import type { Deciding } from './decisions.ts';
import { lastCallText } from './lastCall.ts';
import { RowActions } from './RowActions.tsx';
import { approvalTexts } from './texts.ts';

const texts = approvalTexts.columns;

type Decide = (deciding: Deciding) => void;

/** The widths fit a 1280 px window with the sidebar and a scrollbar. */
export const approvalColumns = (decide: Decide): Column<PendingApproval>[] => [
  {
    id: 'order',
    header: texts.order,
    width: 6.75,
    sort: 'orderId',
    cell: (row) => (
      <>
        <OrderLink row={row} />
        <Muted text={row.productName} />
      </>
    ),
  },
  {
    id: 'customer',
    header: texts.customer,
    width: 8.5,
    cell: (row) => (
      <>
        <p className="truncate" title={row.fullName}>
          <bdi>{row.fullName}</bdi>
        </p>
        <Muted text={row.phone} />
        {row.city && <Muted text={row.city} />}
      </>
    ),
  },
  { id: 'amount', header: texts.amount, width: 5.75, align: 'right', sort: 'total', cell: amountOf },
  {
    id: 'change',
    header: texts.change,
    width: 12.25,
    cell: (row) => (
      <>
        <StatusChange from={row.status} to={row.pendingStatusChange.newStatus} />
        <Muted text={lastCallText(row.lastCall) ?? texts.noCall} />
      </>
    ),
  },
  {
    id: 'reason',
    header: texts.reason,
    width: 8.75,
    cell: ({ pendingStatusChange: { reason, comment } }) => (
      <>
        <p className="truncate" dir="auto" title={reason ?? undefined}>
          {reason ?? '—'}
        </p>
        {comment && (
          <p className="line-clamp-2 break-words text-muted" dir="auto" title={comment}>
            {comment}
          </p>
        )}
      </>
    ),
  },
  {
    id: 'requested',
    header: texts.requested,
    width: 7.5,
    sort: 'requestedAt',
    cell: ({ pendingStatusChange: { requestedBy, requestedAt } }) => (
      <>
        <p className="truncate" title={requestedBy}>
          <bdi>{requestedBy}</bdi>
        </p>
        <p className="truncate text-muted">
          <RelativeTime at={requestedAt} />
        </p>
      </>
    ),
  },
  {
    id: 'actions',
    header: texts.actions,
    width: 9.5,
    cell: (row) => <RowActions request={row} onDecide={decide} />,
  },
];

export const amountOf = ({ total, currency }: PendingApproval) => formatMoney(moneyOf(total, currency));

export function OrderLink({ row }: { row: PendingApproval }) {
  return (
    <Link
      to={paths.leads.one(row._id)}
      className="block truncate rounded-ui font-medium text-primary-text hover:underline"
      title={row.orderId}
    >
      {row.orderId}
    </Link>
  );
}

function Muted({ text }: { text: string }) {
  return (
    <p className="truncate text-muted" dir="auto" title={text}>
      {text}
    </p>
  );
}
