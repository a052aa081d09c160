import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { type FormEvent, useState } from 'react';
import { errorText } from '../api/errors.ts';
import { plural } from '../format/count.ts';
import { onCtrlEnter } from '../keys/onCtrlEnter.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { toast } from '../ui/toast.tsx';
import { bulkBody, bulkOutcome, namesOf } from './bulk.ts';
import { useBulkApprove } from './commands.ts';

type BulkApproveDialogProps = {
  requests: readonly PendingApproval[];
  onDone: () => void;
  onClose: () => void;
};

/** Approves several requests, each on its own; lists failed ones with the reason. */
export function BulkApproveDialog({ requests, onDone, onClose }: BulkApproveDialogProps) {
  // The selection at opening time: decided rows leave the page while the dialog still shows their results.
  const [chosen] = useState(requests);
  const [notes, setNotes] = useState('');
  const approve = useBulkApprove();
  const answer = approve.data?.data;
  const outcome = answer && !('batch' in answer) ? bulkOutcome(chosen, answer) : null;

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (approve.isPending) return;
    approve.mutate(
      { body: bulkBody(chosen, notes) },
      {
        onSuccess: ({ data }) => {
          onDone();
          // A page's worth of requests is answered directly, without a batch.
          if ('batch' in data || data.skipped + data.failed > 0) return;
          toast.success(bulkOutcome(chosen, data).text);
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={plural(chosen.length, { one: 'Approve # Status Change', other: 'Approve # Status Changes' })}
      description={namesOf(chosen)}
    >
      {outcome ? (
        <>
          <Alert tone="warn" text={outcome.text} />
          <ul aria-label="Not approved" className="mt-3 flex flex-col gap-1">
            {outcome.problems.map(({ orderId, message }) => (
              <li key={orderId}>
                <span className="font-medium">{orderId}</span>: {message}
              </li>
            ))}
          </ul>
          <DialogActions>
            <Button variant="primary" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <Field label="Admin Notes" hint="Ctrl Enter sends it.">
            <Textarea
              autoFocus
              value={notes}
              maxLength={2000}
              placeholder="Optional"
              onChange={(event) => setNotes(event.target.value)}
              onKeyDown={onCtrlEnter(submit)}
            />
          </Field>
          {approve.error && <Alert tone="bad" text={errorText(approve.error)} />}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={approve.isPending}>
              Approve
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
