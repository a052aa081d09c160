import type { Lead } from '@crm/contracts/leads/lead.ts';
import { leadListTexts } from '../../texts/list.ts';
import { leadWords } from '../../texts/words.ts';
import type { RowActions } from '../rowActions.ts';

const texts = leadListTexts.cells.assigned;

/** The assigned operator; admins click it to reassign the lead. */
export function AssignedCell({ lead, actions }: { lead: Lead; actions: RowActions }) {
  const operator = lead.assignedOperator;
  const name = operator ? (
    <span dir="auto">{operator.fullName}</span>
  ) : (
    <span className="text-muted">{leadWords.unassigned}</span>
  );
  if (!actions.manages) return <span className="block truncate">{name}</span>;
  return (
    <button
      type="button"
      aria-label={texts.button(operator?.fullName ?? leadWords.unassigned, lead.orderId)}
      title={operator ? texts.assignedTitle(operator.email) : texts.unassignedTitle}
      onClick={() => actions.openDialog({ kind: 'assign', lead })}
      className="block max-w-full truncate rounded-ui text-left hover:underline"
    >
      {name}
    </button>
  );
}
