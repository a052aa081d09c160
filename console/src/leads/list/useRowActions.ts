import { needsReason } from '@crm/events/leads/vocabulary.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { failureText } from '../../api/errors.ts';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { toast } from '../../ui/toast.tsx';
import { mayManage, mayRequestStatus, whyReadOnly } from '../abilities.ts';
import { useChangeStatus } from '../commands.ts';
import type { OpenLeadDialog } from '../dialogs/LeadDialogs.tsx';
import { leadWords } from '../texts/words.ts';
import type { RowActions } from './rowActions.ts';

/** The user's actions on a row; `openDialog` opens a dialog. Memoised: the same object until an action changes. */
export function useRowActions(openDialog: (dialog: OpenLeadDialog) => void): RowActions {
  const user = useCurrentUser();
  const setStatus = useSetStatus(openDialog);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const manages = can(user, 'manage-leads');

  return useMemo(
    () => ({
      manages,
      status: (lead) => {
        if (mayManage(user, lead)) return 'set';
        return mayRequestStatus(user, lead) ? 'request' : 'none';
      },
      whyReadOnly: (lead) => whyReadOnly(user, lead),
      openDialog,
      setStatus,
      expanded,
      toggleComments: ({ _id }) =>
        setExpanded((open) => {
          const next = new Set(open);
          if (!next.delete(_id)) next.add(_id);
          return next;
        }),
    }),
    [manages, user, openDialog, setStatus, expanded],
  );
}

/** Sets a status at once with a toast; a status that needs a reason opens the dialog first. */
function useSetStatus(openDialog: (dialog: OpenLeadDialog) => void): RowActions['setStatus'] {
  const changeStatus = useChangeStatus();
  const latest = useRef(changeStatus);
  useEffect(() => {
    latest.current = changeStatus;
  });
  return useCallback(
    (lead, to) => {
      if (needsReason(to)) return openDialog({ kind: 'status', lead, to });
      latest.current(lead, { status: to, from: lead.status, reason: '', comment: '' }).then(
        ({ message }) => toast.success(message ?? leadWords.statusUpdated),
        (error) => toast.error(failureText(error, leadWords.statusFailed)),
      );
    },
    [openDialog],
  );
}
