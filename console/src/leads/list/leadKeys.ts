import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { Decision } from '../../approvals/decisions.ts';
import type { RowAction } from '../../keys/RowKeys.tsx';
import { paths } from '../../paths.ts';
import { dial } from '../../ui/tel.ts';
import { toast } from '../../ui/toast.tsx';
import type { RowActions } from './rowActions.ts';

/** The actions that keys run on the current lead. */
export function leadKeys({ manages, openDialog, status, toggleComments }: RowActions): RowAction<Lead>[] {
  const ofManagers: RowAction<Lead>[] = [
    { action: 'edit', label: 'Edit lead', to: ({ _id }) => paths.leads.edit(_id) },
    { action: 'delete', label: 'Delete lead', run: (lead) => openDialog({ kind: 'delete', lead }) },
    { action: 'assign', label: 'Assign lead', run: (lead) => openDialog({ kind: 'assign', lead }) },
    { action: 'approve', label: 'Approve request', run: (lead) => decide('approve', lead) },
    { action: 'reject', label: 'Reject request', run: (lead) => decide('reject', lead) },
  ];
  function decide(decision: Decision, lead: Lead) {
    const { pendingStatusChange } = lead;
    if (pendingStatusChange)
      openDialog({ kind: 'decide', decision, request: { ...lead, pendingStatusChange } });
    else toast.info('This lead has no pending request');
  }
  function openFor(kind: 'status' | 'comment', lead: Lead) {
    if (status(lead) === 'none') toast.info('Only leads assigned to you can be changed');
    else openDialog({ kind, lead });
  }
  return [
    { action: 'open', label: 'Open lead', to: ({ _id }) => paths.leads.one(_id) },
    { action: 'call', label: 'Call customer', run: ({ phone }) => dial(phone) },
    ...(manages ? ofManagers : []),
    {
      action: 'comment',
      label: 'Comment on lead',
      run: (lead) => openFor('comment', lead),
    },
    { action: 'older-comments', label: 'Show or hide older comments', run: toggleComments },
    {
      action: 'status',
      label: manages ? 'Update status of lead' : 'Request status change',
      run: (lead) => openFor('status', lead),
    },
  ];
}
