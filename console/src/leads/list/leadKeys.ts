import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { Decision } from '../../approvals/decisions.ts';
import type { RowAction } from '../../keys/RowKeys.tsx';
import { paths } from '../../paths.ts';
import { dial } from '../../ui/tel.ts';
import { leadListTexts } from '../texts/list.ts';
import type { RowActions } from './rowActions.ts';

const texts = leadListTexts.keys;

/** The actions that keys run on the current lead. */
export function leadKeys({
  manages,
  openDialog,
  status,
  whyReadOnly,
  toggleComments,
}: RowActions): RowAction<Lead>[] {
  const whyNot = (lead: Lead) => (status(lead) === 'none' ? whyReadOnly(lead) : null);
  const decision = (action: Decision, label: string): RowAction<Lead> => ({
    action,
    label,
    whyNot: ({ pendingStatusChange }) => (pendingStatusChange ? null : texts.noPendingRequest),
    run: ({ pendingStatusChange, ...lead }) =>
      pendingStatusChange &&
      openDialog({ kind: 'decide', decision: action, request: { ...lead, pendingStatusChange } }),
  });
  const ofManagers: RowAction<Lead>[] = [
    { action: 'edit', label: texts.edit, whyNot, to: ({ _id }) => paths.leads.edit(_id) },
    { action: 'delete', label: texts.delete, run: (lead) => openDialog({ kind: 'delete', lead }) },
    { action: 'assign', label: texts.assign, whyNot, run: (lead) => openDialog({ kind: 'assign', lead }) },
    decision('approve', texts.approve),
    decision('reject', texts.reject),
  ];
  return [
    { action: 'open', label: texts.open, to: ({ _id }) => paths.leads.one(_id) },
    {
      action: 'call',
      label: texts.call,
      // Its phone is gone.
      whyNot: (lead) => (lead.erasedAt === null ? null : whyReadOnly(lead)),
      run: ({ phone }) => dial(phone),
    },
    ...(manages ? ofManagers : []),
    { action: 'comment', label: texts.comment, whyNot, run: (lead) => openDialog({ kind: 'comment', lead }) },
    { action: 'older-comments', label: texts.olderComments, run: toggleComments },
    {
      action: 'status',
      label: manages ? texts.updateStatus : texts.requestStatus,
      whyNot,
      run: (lead) => openDialog({ kind: 'status', lead }),
    },
  ];
}
