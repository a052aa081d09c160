import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useNavigate } from 'react-router-dom';
import { useAction } from '../../keys/registry.ts';
import { useRowKeys } from '../../keys/useRowKeys.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.tsx';
import type { RowActions } from './rowActions.ts';

type LeadKeysProps = {
  /** The rows as shown on screen. */
  rows: readonly Lead[];
  current: string | null;
  onMove: (id: string) => void;
  /** Null for users without bulk actions. */
  onSelect: ((lead: Lead) => void) | null;
  actions: RowActions;
};

const group = 'Leads';

/** The list's shortcuts. */
export function LeadKeys({ rows, current, onMove, onSelect, actions }: LeadKeysProps) {
  const navigate = useNavigate();
  const { manages, openDialog } = actions;
  const withLead = useRowKeys<Lead>({
    group,
    noun: 'lead',
    rows,
    idOf: (lead) => lead._id,
    current,
    onMove,
    onOpen: ({ _id }) => void navigate(paths.leads.one(_id)),
    onEdit: manages ? ({ _id }) => void navigate(paths.leads.edit(_id)) : null,
    onDelete: manages ? (lead) => openDialog({ kind: 'delete', lead }) : null,
  });

  function changeStatus(lead: Lead) {
    if (actions.status(lead) === 'none') toast.info('Only leads assigned to you can be changed');
    else openDialog({ kind: 'status', lead });
  }

  useAction({
    label: 'Comment on lead',
    group,
    action: 'comment',
    run: () => withLead((lead) => openDialog({ kind: 'comment', lead })),
  });
  useAction({
    label: 'Show or hide older comments',
    group,
    action: 'older-comments',
    run: () => withLead(actions.toggleComments),
  });
  useAction({
    label: manages ? 'Update status of lead' : 'Request status change',
    group,
    action: 'status',
    run: () => withLead(changeStatus),
  });
  useAction(
    manages
      ? {
          label: 'Assign lead',
          group,
          action: 'assign',
          run: () => withLead((lead) => openDialog({ kind: 'assign', lead })),
        }
      : null,
  );
  useAction(onSelect && { label: 'Select lead', group, action: 'select', run: () => withLead(onSelect) });
  return null;
}
