import type { Lead } from '@crm/contracts/leads/lead.ts';
import { type LeadStatus, leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../api/errors.ts';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { onCtrlEnter } from '../../keys/onCtrlEnter.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { useChangeStatus, useRequestStatus } from '../commands.ts';
import { isComplete, required, type StatusDraft } from './statusRules.ts';

type StatusDialogProps = {
  lead: Pick<Lead, '_id' | 'orderId' | 'status'>;
  /** The preselected status; default: the lead's own. */
  to?: LeadStatus;
  onClose: () => void;
};

type Phase =
  | { kind: 'asking'; problem: string | null; errors: Readonly<Record<string, string>> }
  | { kind: 'sending' }
  | { kind: 'done'; text: string };

const CLOSES_AFTER_MS = 1500;

/** Sets another status as an admin, or requests one as an operator. */
export function StatusDialog({ lead, to, onClose }: StatusDialogProps) {
  const changer = can(useCurrentUser(), 'manage-leads') ? 'admin' : 'operator';
  const changeStatus = useChangeStatus();
  const requestStatus = useRequestStatus();
  const [draft, setDraft] = useState<StatusDraft>({ status: to ?? lead.status, reason: '', comment: '' });
  const [phase, setPhase] = useState<Phase>({ kind: 'asking', problem: null, errors: {} });
  // The status when the dialog opened: the list may show the new status optimistically.
  const [current] = useState(lead.status);
  const must = required(draft, current, changer);
  const complete = isComplete(draft, current, changer);
  const errors = phase.kind === 'asking' ? phase.errors : {};

  useEffect(() => {
    if (phase.kind !== 'done') return;
    const timer = setTimeout(onClose, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [phase.kind, onClose]);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!complete || phase.kind !== 'asking') return;
    setPhase({ kind: 'sending' });
    try {
      const { message } =
        changer === 'admin' ? await changeStatus(lead, draft) : await requestStatus(lead, draft);
      setPhase({ kind: 'done', text: message ?? 'Status updated successfully' });
    } catch (error) {
      const problem = failureText(error, 'Failed to update status. Please try again.');
      setPhase({ kind: 'asking', problem, errors: fieldErrorsOf(error) });
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={changer === 'admin' ? 'Update Status' : 'Request Status Change'}
      description={`Order ${lead.orderId}`}
    >
      {phase.kind === 'done' ? (
        <Alert tone="ok" text={phase.text} />
      ) : (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => void submit(event)}
          onKeyDown={onCtrlEnter(() => void submit())}
        >
          <Segmented
            label="Status"
            value={draft.status}
            onChange={(status) => setDraft({ ...draft, status })}
            options={leadStatuses.map((status) => ({ value: status, label: capitalised(status) }))}
            className="flex-wrap"
          />
          {draft.status !== current && (
            <Field label="Reason" required={must.reason} error={errors['reason'] ?? errors['statusReason']}>
              <Input
                value={draft.reason}
                maxLength={500}
                onChange={(event) => setDraft({ ...draft, reason: event.target.value })}
              />
            </Field>
          )}
          <Field label="Comment" required={must.comment} error={errors['comment'] ?? errors['adminComment']}>
            <Textarea
              value={draft.comment}
              maxLength={2000}
              onChange={(event) => setDraft({ ...draft, comment: event.target.value })}
            />
          </Field>
          {phase.kind === 'asking' && phase.problem && <Alert tone="bad" text={phase.problem} />}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              variant="primary"
              disabled={!complete}
              busy={phase.kind === 'sending'}
              title="Ctrl Enter"
            >
              {changer === 'admin' ? 'Update Status' : 'Request Status Change'}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
