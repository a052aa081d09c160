import { type LeadStatus, needsReason } from '@crm/events/leads/vocabulary.ts';
import { type FormEvent, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { useBulkStatus } from '../commands.ts';
import { leadsText } from '../labels.ts';
import type { Chosen } from '../list/selection.ts';
import { type BulkAnswer, unwaited } from './bulk.ts';
import { quickStatuses } from './statusRules.ts';
import { useSending } from './useSending.ts';

type BulkStatusDialogProps = { chosen: Chosen; onDone: (answer: BulkAnswer) => void; onClose: () => void };

/** Sets one status on all selected leads. */
export function BulkStatusDialog({ chosen, onDone, onClose }: BulkStatusDialogProps) {
  const update = useBulkStatus();
  const sending = useSending('Failed to update lead statuses. Please try again.', onDone);
  const [newStatus, setNewStatus] = useState<LeadStatus | null>(null);
  const [reason, setReason] = useState('');
  const [adminNotes, setAdminNotes] = useState('');
  const reasonRequired = newStatus !== null && needsReason(newStatus);
  const complete = newStatus !== null && (!reasonRequired || reason.trim() !== '');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (newStatus === null || !complete) return;
    void sending.send(() =>
      update({ body: { ...chosen.named, ...unwaited, newStatus, reason, adminNotes } }),
    );
  }

  return (
    <Dialog open onClose={onClose} title="Update Status" description={`${leadsText(chosen.count)} selected`}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Segmented
          label="New status"
          value={newStatus}
          onChange={setNewStatus}
          options={quickStatuses.map((status) => ({ value: status, label: capitalised(status) }))}
        />
        <Field label="Reason" required={reasonRequired} error={sending.errors['reason']}>
          <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Field label="Admin notes" error={sending.errors['adminNotes']}>
          <Textarea
            value={adminNotes}
            maxLength={2000}
            onChange={(event) => setAdminNotes(event.target.value)}
          />
        </Field>
        {sending.problem && <Alert tone="bad" text={sending.problem} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!complete} busy={sending.busy}>
            Update Status
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
