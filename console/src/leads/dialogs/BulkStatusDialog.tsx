import type { Lead } from '@crm/contracts/leads/lead.ts';
import { type LeadStatus, needsReason } from '@crm/events/leads/vocabulary.ts';
import { type FormEvent, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../api/errors.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { useBulkStatus } from '../commands.ts';
import { inChunks, type Outcome, statusSummary } from './bulk.ts';
import { quickStatuses } from './statusRules.ts';

type BulkStatusDialogProps = {
  leads: readonly Lead[];
  onDone: (outcome: Outcome, text: string) => void;
  onClose: () => void;
};

type Phase =
  | { kind: 'asking'; problem: string | null; errors: Readonly<Record<string, string>> }
  | { kind: 'sending' };

/** Sets one status on everything that is selected (spec 4, 'Bulk status update'). */
export function BulkStatusDialog({ leads, onDone, onClose }: BulkStatusDialogProps) {
  const update = useBulkStatus();
  const [newStatus, setNewStatus] = useState<LeadStatus | null>(null);
  const [reason, setReason] = useState('');
  const [adminNotes, setAdminNotes] = useState('');
  const [phase, setPhase] = useState<Phase>({ kind: 'asking', problem: null, errors: {} });
  const reasonRequired = newStatus !== null && needsReason(newStatus);
  const complete = newStatus !== null && (!reasonRequired || reason.trim() !== '');
  const errors = phase.kind === 'asking' ? phase.errors : {};

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (newStatus === null || !complete || phase.kind === 'sending') return;
    setPhase({ kind: 'sending' });
    try {
      const outcome = await inChunks(
        leads.map(({ _id }) => _id),
        async (leadIds) => (await update({ body: { leadIds, newStatus, reason, adminNotes } })).data,
      );
      onDone(outcome, statusSummary(outcome, newStatus));
    } catch (error) {
      const problem = failureText(error, 'Failed to update lead statuses. Please try again.');
      setPhase({ kind: 'asking', problem, errors: fieldErrorsOf(error) });
    }
  }

  return (
    <Dialog open onClose={onClose} title="Update Status" description={`${leads.length} selected`}>
      <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <Segmented
          label="New status"
          value={newStatus}
          onChange={setNewStatus}
          options={quickStatuses.map((status) => ({ value: status, label: capitalised(status) }))}
        />
        <Field label="Reason" required={reasonRequired} error={errors['reason']}>
          <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Field label="Admin notes" error={errors['adminNotes']}>
          <Textarea
            value={adminNotes}
            maxLength={2000}
            onChange={(event) => setAdminNotes(event.target.value)}
          />
        </Field>
        {phase.kind === 'asking' && phase.problem && <Alert tone="bad" text={phase.problem} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!complete} busy={phase.kind === 'sending'}>
            Update Status
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
