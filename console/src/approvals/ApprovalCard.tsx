import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { PhoneNumber } from '../ui/PhoneNumber.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { StatusChange } from '../ui/StatusChange.tsx';
import { amountOf, OrderLink } from './columns.tsx';
import type { Deciding } from './decisions.ts';
import { lastCallText } from './lastCall.ts';
import { RowActions } from './RowActions.tsx';
import { approvalTexts } from './texts.ts';

type ApprovalCardProps = { row: PendingApproval; onDecide: (deciding: Deciding) => void };

/** A request on a phone: the table's data, with a button to call each number. */
export function ApprovalCard({ row, onDecide }: ApprovalCardProps) {
  const { newStatus, reason, comment, requestedBy, requestedAt } = row.pendingStatusChange;
  const { phone, alternatePhone, city, productName } = row;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <OrderLink row={row} />
        <span className="font-semibold tabular-nums">{amountOf(row)}</span>
      </div>
      <div>
        <p>
          <bdi>{row.fullName}</bdi>
        </p>
        <p className="text-sm text-muted" dir="auto">
          {[productName, city].filter(Boolean).join(' · ')}
        </p>
      </div>
      {[phone, alternatePhone].map((number) => number && <PhoneNumber key={number} phone={number} />)}
      <StatusChange from={row.status} to={newStatus} />
      {[reason, comment].map(
        (text) =>
          text && (
            <p key={text} className="text-sm break-words" dir="auto">
              {text}
            </p>
          ),
      )}
      <p className="text-sm text-muted">
        {approvalTexts.card.lastCall(lastCallText(row.lastCall))} · <bdi>{requestedBy}</bdi> ·{' '}
        <RelativeTime at={requestedAt} />
      </p>
      <RowActions request={row} onDecide={onDecide} />
    </div>
  );
}
