import type { Lead } from '@crm/contracts/leads/lead.ts';
import { ActionButton } from '../../keys/ActionButton.tsx';
import type { Asked } from '../dialogs/LeadDialogs.tsx';
import { totalValue } from './selection.ts';

type BulkBarProps = { leads: readonly Lead[]; onClear: () => void; ask: (asked: Asked) => void };

/** What is selected and what can be done with all of it; below the table, so that no row moves when it appears. */
export function BulkBar({ leads, onClear, ask }: BulkBarProps) {
  if (leads.length === 0) return null;
  return (
    <section
      aria-label="Selection"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-ui border border-primary bg-primary-soft px-3 py-1.5 max-md:sticky max-md:bottom-0 max-md:z-20 max-md:py-3 max-md:shadow-pop"
    >
      <p className="tabular-nums">
        <strong>{leads.length === 1 ? '1 lead selected' : `${leads.length} leads selected`}</strong>
        <span className="text-muted"> · Total value </span>
        {totalValue(leads)}
      </p>
      <div className="ml-auto flex flex-wrap gap-2">
        <ActionButton
          label="Clear Selection"
          group="Leads"
          keys="X"
          variant="ghost"
          size="sm"
          onClick={onClear}
        />
        <ActionButton
          label="Update Status"
          group="Leads"
          keys="S"
          size="sm"
          onClick={() => ask({ kind: 'bulk-status' })}
        />
        <ActionButton
          label="Bulk Assign"
          group="Leads"
          keys="A"
          variant="primary"
          size="sm"
          onClick={() => ask({ kind: 'bulk-assign' })}
        />
      </div>
    </section>
  );
}
