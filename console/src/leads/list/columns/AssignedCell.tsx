import type { Lead } from '@crm/contracts/leads/lead.ts';
import clsx from 'clsx';
import { leadListTexts } from '../../texts/list.ts';
import { leadWords } from '../../texts/words.ts';
import type { RowActions } from '../rowActions.ts';

const texts = leadListTexts.cells.assigned;

/** The assigned operator; admins click it to reassign the lead, unless it was erased. */
export function AssignedCell({ lead, actions }: { lead: Lead; actions: RowActions }) {
  const operator = lead.assignedOperator;
  const name = operator?.fullName ?? leadWords.unassigned;
  const look = clsx('block max-w-full truncate', !operator && 'text-muted');
  if (actions.status(lead) !== 'set')
    return (
      <span className={look} dir="auto">
        {name}
      </span>
    );
  return (
    <button
      type="button"
      aria-label={texts.button(name, lead.orderId)}
      title={operator ? texts.assignedTitle(operator.email) : texts.unassignedTitle}
      onClick={() => actions.openDialog({ kind: 'assign', lead })}
      dir="auto"
      className={clsx(look, 'rounded-ui hover:underline max-md:py-2')}
    >
      {name}
    </button>
  );
}
