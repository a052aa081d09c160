import { type LeadStatus, needsReason } from '@crm/events/leads/vocabulary.ts';
import { useState } from 'react';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { toast } from '../../ui/toast.tsx';
import { managesLeads, mayRequestStatus } from '../abilities.ts';
import { useChangeStatus } from '../commands.ts';
import { failureText } from '../dialogs/failureText.ts';
import type { Asked } from '../dialogs/LeadDialogs.tsx';
import type { RowActions } from './rowActions.ts';

/** What this person may do with a row; `ask` opens a dialog. */
export function useRowActions(ask: (asked: Asked) => void): RowActions {
  const user = useCurrentUser();
  const changeStatus = useChangeStatus();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const manages = managesLeads(user);

  return {
    manages,
    status: (lead) => (manages ? 'set' : mayRequestStatus(user, lead) ? 'request' : 'none'),
    ask,
    setStatus: (lead, to: LeadStatus) => {
      if (needsReason(to)) return ask({ kind: 'status', lead, to });
      changeStatus(lead, { status: to, reason: '', comment: '' }).then(
        ({ message }) => toast.success(message ?? 'Status updated successfully'),
        (error) => toast.error(failureText(error, 'Failed to update status. Please try again.')),
      );
    },
    expanded,
    toggleComments: ({ _id }) =>
      setExpanded((open) => {
        const next = new Set(open);
        if (!next.delete(_id)) next.add(_id);
        return next;
      }),
  };
}
