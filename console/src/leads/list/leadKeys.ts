import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { Decision } from '../../approvals/decisions.ts';
import type { RowAction } from '../../keys/RowKeys.tsx';
import { paths } from '../../paths.ts';
import { dial } from '../../ui/tel.ts';
import { toast } from '../../ui/toast.tsx';
import { leadListTexts } from '../texts/list.ts';
import type { RowActions } from './rowActions.ts';

const texts = leadListTexts.keys;

/** The actions that keys run on the current lead. */
export function leadKeys({ manages, openDialog, status, toggleComments }: RowActions): RowAction<Lead>[] {
  const ofManagers: RowAction<Lead>[] = [
    { action: 'edit', label: texts.edit, to: ({ _id }) => paths.leads.edit(_id) },
    { action: 'delete', label: texts.delete, run: (lead) => openDialog({ kind: 'delete', lead }) },
    { action: 'assign', label: texts.assign, run: (lead) => openDialog({ kind: 'assign', lead }) },
    { action: 'approve', label: texts.approve, run: (lead) => decide('approve', lead) },
    { action: 'reject', label: texts.reject, run: (lead) => decide('reject', lead) },
  ];
  function decide(decision: Decision, lead: Lead) {
    const { pendingStatusChange } = lead;
    if (pendingStatusChange)
      openDialog({ kind: 'decide', decision, request: { ...lead, pendingStatusChange } });
    else toast.info(texts.noPendingRequest);
  }
  function openFor(kind: 'status' | 'comment', lead: Lead) {
    if (status(lead) === 'none') toast.info(texts.notAssignedToYou);
    else openDialog({ kind, lead });
  }
  return [
    { action: 'open', label: texts.open, to: ({ _id }) => paths.leads.one(_id) },
    { action: 'call', label: texts.call, run: ({ phone }) => dial(phone) },
    ...(manages ? ofManagers : []),
    {
      action: 'comment',
      label: texts.comment,
      run: (lead) => openFor('comment', lead),
    },
    { action: 'older-comments', label: texts.olderComments, run: toggleComments },
    {
      action: 'status',
      label: manages ? texts.updateStatus : texts.requestStatus,
      run: (lead) => openFor('status', lead),
    },
  ];
}
