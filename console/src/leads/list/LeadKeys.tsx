import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useNavigate } from 'react-router-dom';
import { useAction } from '../../keys/registry.ts';
import { toast } from '../../ui/toast.tsx';
import type { RowActions } from './rowActions.ts';

type LeadKeysProps = {
  rows: readonly Lead[];
  current: string | null;
  onMove: (id: string) => void;
  onSelect: ((lead: Lead) => void) | null;
  actions: RowActions;
};

const group = 'Leads';

/** The list by keyboard: from row to row, and what can be done with the one that one stands on. */
export function LeadKeys({ rows, current, onMove, onSelect, actions }: LeadKeysProps) {
  const navigate = useNavigate();
  const at = rows.findIndex(({ _id }) => _id === current);

  function move(step: 1 | -1) {
    const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
    if (next) onMove(next._id);
  }

  function withLead(run: (lead: Lead) => void) {
    const lead = rows[at];
    if (lead) run(lead);
    else toast.info('Go to a lead first: j and k move from row to row');
  }

  useAction({ label: 'Next lead', group, keys: 'j', run: () => move(1) });
  useAction({ label: 'Previous lead', group, keys: 'k', run: () => move(-1) });
  useAction({
    label: 'Open lead',
    group,
    keys: 'o',
    run: () => withLead(({ _id }) => void navigate(`/leads/${_id}`)),
  });
  useAction({
    label: 'Add Comment',
    group,
    keys: 'c',
    run: () => withLead((lead) => actions.ask({ kind: 'comment', lead })),
  });
  useAction({
    label: actions.manages ? 'Update the lead’s status' : 'Request Status Change',
    group,
    keys: 's',
    run: () =>
      withLead((lead) => {
        if (actions.status(lead) === 'none') toast.info('Only leads assigned to you can be changed');
        else actions.ask({ kind: 'status', lead });
      }),
  });
  useAction({
    label: 'Show or hide older comments',
    group,
    keys: 'v',
    run: () => withLead(actions.toggleComments),
  });
  useAction(onSelect && { label: 'Select lead', group, keys: 'x', run: () => withLead(onSelect) });
  useAction(
    actions.manages
      ? {
          label: 'Assign lead',
          group,
          keys: 'a',
          run: () => withLead((lead) => actions.ask({ kind: 'assign', lead })),
        }
      : null,
  );
  useAction(
    actions.manages
      ? {
          label: 'Edit lead',
          group,
          keys: 'e',
          run: () => withLead(({ _id }) => void navigate(`/leads/${_id}/edit`)),
        }
      : null,
  );
  useAction(
    actions.manages
      ? {
          label: 'Delete lead',
          group,
          keys: '#',
          run: () => withLead((lead) => actions.ask({ kind: 'delete', lead })),
        }
      : null,
  );
  return null;
}
