import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { ReactNode } from 'react';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { Badge } from '../../ui/Badge.tsx';
import { capitalised, StatusBadge } from '../../ui/StatusBadge.tsx';
import { paymentModeLabels } from '../labels.ts';

/** The main facts of an order: status, value, operator. */
export function LeadSummary({ lead }: { lead: Lead }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-ui border bg-line md:grid-cols-4">
      <Tile label="Status">
        <span className="flex flex-wrap items-center gap-1">
          <StatusBadge status={lead.status} />
          {lead.pendingStatusChange && (
            <Badge tone="warn">Pending: {capitalised(lead.pendingStatusChange.newStatus)}</Badge>
          )}
        </span>
        {lead.statusReason && (
          <span
            className="mt-1 line-clamp-2 block text-left text-sm text-muted"
            dir="auto"
            title={lead.statusReason}
          >
            {lead.statusReason}
          </span>
        )}
      </Tile>
      <Tile label="Payment Mode">{paymentModeLabels[lead.paymentMode]}</Tile>
      <Tile label="Total">
        <span className="font-semibold tabular-nums">{formatMoney(moneyOf(lead.total, lead.currency))}</span>
      </Tile>
      <Tile label="Assigned To">
        {lead.assignedOperator ? (
          <span dir="auto">{lead.assignedOperator.fullName}</span>
        ) : (
          <span className="text-muted">Unassigned</span>
        )}
      </Tile>
    </dl>
  );
}

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <dt className="mb-1 text-xs text-muted">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
