import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { StatusChange } from '../ui/StatusChange.tsx';
import type { Column } from '../ui/table/columns.ts';
import type { Deciding } from './deciding.ts';
import { RowActions } from './RowActions.tsx';

type Decide = (deciding: Deciding) => void;

/** The widths fit a 1280 px window with the sidebar and a scrollbar. */
export const approvalColumns = (decide: Decide): Column<PendingApproval>[] => [
  { id: 'order', header: 'Order ID', width: 7.5, cell: (row) => <OrderLink row={row} /> },
  {
    id: 'customer',
    header: 'Customer',
    width: 9.25,
    cell: (row) => (
      <>
        <p className="truncate" title={row.fullName}>
          <bdi>{row.fullName}</bdi>
        </p>
        <p className="truncate text-muted">{row.phone}</p>
      </>
    ),
  },
  {
    id: 'change',
    header: 'Status Change',
    width: 12.25,
    cell: (row) => <StatusChange from={row.status} to={row.pendingStatusChange.newStatus} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 9.25,
    cell: (row) => (
      <p className="line-clamp-2 break-words" dir="auto" title={row.pendingStatusChange.reason ?? undefined}>
        {row.pendingStatusChange.reason ?? '—'}
      </p>
    ),
  },
  {
    id: 'requested',
    header: 'Operator · Requested',
    width: 9.5,
    cell: (row) => (
      <>
        <p className="truncate" title={row.assignedOperator?.fullName}>
          <bdi>{row.assignedOperator?.fullName ?? 'Unassigned'}</bdi>
        </p>
        <p className="truncate text-muted">
          <RelativeTime at={row.pendingStatusChange.requestedAt} />
        </p>
      </>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    width: 9.75,
    cell: (row) => <RowActions request={row} onDecide={decide} />,
  },
];

export function ApprovalCard({ row, onDecide }: { row: PendingApproval; onDecide: Decide }) {
  const { newStatus, reason, requestedAt } = row.pendingStatusChange;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <OrderLink row={row} />
        <span className="text-sm whitespace-nowrap text-muted">
          <RelativeTime at={requestedAt} />
        </span>
      </div>
      <div>
        <p>
          <bdi>{row.fullName}</bdi>
        </p>
        <p className="text-sm text-muted">
          {row.phone} · <bdi>{row.assignedOperator?.fullName ?? 'Unassigned'}</bdi>
        </p>
      </div>
      <StatusChange from={row.status} to={newStatus} />
      {reason && (
        <p className="text-sm break-words" dir="auto">
          {reason}
        </p>
      )}
      <RowActions request={row} onDecide={onDecide} />
    </div>
  );
}

function OrderLink({ row }: { row: PendingApproval }) {
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
