import type { Lead } from '@crm/contracts/leads/lead.ts';
import { formatMoney } from '../../format/money.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { paymentModeLabels } from '../labels.ts';
import { ActionsCell } from './columns/ActionsCell.tsx';
import { AddressCell } from './columns/AddressCell.tsx';
import { AssignedCell } from './columns/AssignedCell.tsx';
import { CommentsCell } from './columns/CommentsCell.tsx';
import { CustomerCell } from './columns/CustomerCell.tsx';
import { OrderCell } from './columns/OrderCell.tsx';
import { StatusCell } from './columns/StatusCell.tsx';
import type { RowActions } from './rowActions.ts';

/** A lead on a phone: all that the table's columns say, in the order of a call. */
export function LeadCard({ lead, actions }: { lead: Lead; actions: RowActions }) {
  return (
    <article className="flex flex-col gap-2 text-sm">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <OrderCell lead={lead} dense />
          <CustomerCell lead={lead} dense={false} />
        </div>
        <div className="flex shrink-0 flex-col items-end">
          <span className="font-semibold tabular-nums">{formatMoney(lead.total, lead.currency)}</span>
          <span className="text-xs text-muted">{paymentModeLabels[lead.paymentMode]}</span>
          <span className="text-xs text-muted">
            <RelativeTime at={lead.createdAt} />
          </span>
        </div>
      </div>
      <p className="text-muted" dir="auto">
        {lead.productName}{' '}
        <span className="text-xs tabular-nums">
          {lead.quantity} × {formatMoney(lead.price, lead.currency)}
        </span>
        {lead.webmaster && <span className="text-xs"> · {lead.webmaster}</span>}
      </p>
      <AddressCell lead={lead} dense={false} />
      <CommentsCell lead={lead} dense={false} actions={actions} />
      <div className="flex items-center justify-between gap-2 border-t pt-2">
        <StatusCell lead={lead} actions={actions} />
        <AssignedCell lead={lead} actions={actions} />
        <ActionsCell lead={lead} actions={actions} />
      </div>
    </article>
  );
}
