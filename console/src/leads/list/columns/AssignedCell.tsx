import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { RowActions } from '../rowActions.ts';

/** The assigned operator; admins click it to reassign the lead. */
export function AssignedCell({ lead, actions }: { lead: Lead; actions: RowActions }) {
  const operator = lead.assignedOperator;
  const name = operator ? (
    <span dir="auto">{operator.fullName}</span>
  ) : (
    <span className="text-muted">Unassigned</span>
  );
  if (!actions.manages) return <span className="block truncate">{name}</span>;
  return (
    <button
      type="button"
      aria-label={`${operator?.fullName ?? 'Unassigned'}: Assign (a), order ${lead.orderId}`}
      title={`Assign (a)${operator ? `: ${operator.email}` : ''}`}
      onClick={() => actions.openDialog({ kind: 'assign', lead })}
      className="block max-w-full truncate rounded-ui text-left hover:underline"
    >
      {name}
    </button>
  );
}
