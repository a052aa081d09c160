import type { Lead } from '@crm/contracts/leads/lead.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { leadWords } from '../texts/words.ts';
import { ActionsCell } from './columns/ActionsCell.tsx';
import { AddressCell } from './columns/AddressCell.tsx';
import { AssignedCell } from './columns/AssignedCell.tsx';
import { CommentsCell } from './columns/CommentsCell.tsx';
import { CustomerName } from './columns/CustomerCell.tsx';
import { OrderCell } from './columns/OrderCell.tsx';
import { OutcomeCell } from './columns/OutcomeCell.tsx';
import { StatusCell } from './columns/StatusCell.tsx';
import type { RowActions } from './rowActions.ts';

type LeadCardProps = {
  lead: Lead;
  actions: RowActions;
  /** The visible columns; the card has its own layout for them. */
  shown: ReadonlySet<string>;
};

/** A lead on a phone: the table's data, in the order needed for a call. */
export function LeadCard({ lead, actions, shown }: LeadCardProps) {
  const foot = ['status', 'assigned', 'actions'].some((id) => shown.has(id));
  return (
    <article className="flex flex-col gap-2 text-sm">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <OrderCell lead={lead} dense />
          {shown.has('customer') && <CustomerName lead={lead} />}
        </div>
        <div className="flex shrink-0 flex-col items-end">
          {shown.has('amount') && (
            <span className="font-semibold tabular-nums">
              {formatMoney(moneyOf(lead.total, lead.currency))}
            </span>
          )}
          {shown.has('payment') && (
            <span className="text-xs text-muted">{leadWords.paymentModes[lead.paymentMode]}</span>
          )}
          {shown.has('created') && (
            <span className="text-xs text-muted">
              <RelativeTime at={lead.createdAt} />
            </span>
          )}
        </div>
      </div>
      {shown.has('customer') && lead.erasedAt === null && <PhoneNumber phone={lead.phone} />}
      {shown.has('product') && (
        <p className="break-words text-muted" dir="auto">
          {lead.productName}{' '}
          <span className="text-xs tabular-nums">
            {lead.quantity} × {formatMoney(moneyOf(lead.price, lead.currency))}
          </span>
          {lead.webmaster && <span className="text-xs"> · {lead.webmaster}</span>}
        </p>
      )}
      {shown.has('address') && <AddressCell lead={lead} dense={false} />}
      {/* The location is shown only when the address column is hidden. */}
      {shown.has('location') && !shown.has('address') && lead.location && (
        <p className="text-xs text-muted" dir="auto">
          {lead.location}
        </p>
      )}
      {shown.has('outcome') && <OutcomeCell lead={lead} dense={false} actions={actions} />}
      {shown.has('comments') && <CommentsCell lead={lead} dense={false} actions={actions} />}
      {foot && (
        <div className="flex items-center justify-between gap-2 border-t pt-2">
          {shown.has('status') && <StatusCell lead={lead} actions={actions} />}
          {shown.has('assigned') && <AssignedCell lead={lead} actions={actions} />}
          {shown.has('actions') && <ActionsCell lead={lead} actions={actions} />}
        </div>
      )}
    </article>
  );
}
