import { type FormEvent, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { useBulkApprove } from '../commands.ts';
import { leadsText } from '../labels.ts';
import type { Chosen } from '../list/selection.ts';
import { type BulkAnswer, unwaited } from './bulk.ts';
import { useSending } from './useSending.ts';

type ApprovePendingDialogProps = {
  chosen: Chosen;
  onDone: (answer: BulkAnswer) => void;
  onClose: () => void;
};

/** Approves the pending requests of the selected leads; leads without a request are skipped. */
export function ApprovePendingDialog({ chosen, onDone, onClose }: ApprovePendingDialogProps) {
  const approve = useBulkApprove();
  const sending = useSending('Failed to approve the status changes. Please try again.', onDone);
  const [adminNotes, setAdminNotes] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    void sending.send(() => approve({ body: { ...chosen.named, ...unwaited, adminNotes } }));
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Approve Pending"
      description={`Every status change that waits on ${leadsText(chosen.count)}. The others stay as they are.`}
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Field label="Admin notes" error={sending.errors['adminNotes']}>
          <Textarea
            autoFocus
            value={adminNotes}
            maxLength={2000}
            placeholder="Optional"
            onChange={(event) => setAdminNotes(event.target.value)}
          />
        </Field>
        {sending.problem && <Alert tone="bad" text={sending.problem} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={sending.busy}>
            Approve
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
