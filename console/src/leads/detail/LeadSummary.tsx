import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { ReactNode } from 'react';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { Badge } from '../../ui/Badge.tsx';
import { capitalised, StatusBadge } from '../../ui/StatusBadge.tsx';
import { leadDetailTexts } from '../texts/detail.tsx';
import { leadWords } from '../texts/words.ts';

const texts = leadDetailTexts.summary;

/** The main facts of an order: status, value, operator. */
export function LeadSummary({ lead }: { lead: Lead }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-ui border bg-line md:grid-cols-4">
      <Tile label={texts.status}>
        <span className="flex flex-wrap items-center gap-1">
          <StatusBadge status={lead.status} />
          {lead.pendingStatusChange && (
            <Badge tone="warn">
              {leadWords.pendingStatus(capitalised(lead.pendingStatusChange.newStatus))}
            </Badge>
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
      <Tile label={texts.paymentMode}>{leadWords.paymentModes[lead.paymentMode]}</Tile>
      <Tile label={texts.total}>
        <span className="font-semibold tabular-nums">{formatMoney(moneyOf(lead.total, lead.currency))}</span>
      </Tile>
      <Tile label={texts.assignedTo}>
        {lead.assignedOperator ? (
          <span dir="auto">{lead.assignedOperator.fullName}</span>
        ) : (
          <span className="text-muted">{leadWords.unassigned}</span>
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
