import { bulkApprove, type PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../form/checkedBy.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { plural } from '../format/count.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { toast } from '../ui/toast.tsx';
import { type BulkOutcome, bulkBody, bulkOutcome, namesOf } from './bulk.ts';
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
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const approve = useBulkApprove();
  const form = useForm({
    defaultValues: { adminNotes: '' },
    resolver: checkedBy(bulkApprove.body, (values: { adminNotes: string }) => bulkBody(chosen, values)),
  });

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
        <DialogForm
          form={form}
          submitLabel="Approve"
          save={async (body) => {
            const { data } = await approve.mutateAsync({ body });
            onDone();
            // A page's worth of requests is answered directly, without a batch.
            if ('batch' in data) return;
            const result = bulkOutcome(chosen, data);
            if (data.skipped + data.failed > 0) return setOutcome(result);
            toast.success(result.text);
            onClose();
          }}
          onClose={onClose}
        >
          <Field
            label="Admin Notes"
            error={form.formState.errors.adminNotes?.message}
            hint="Ctrl Enter sends it."
          >
            <Textarea {...form.register('adminNotes')} autoFocus placeholder="Optional" />
          </Field>
        </DialogForm>
      )}
    </Dialog>
  );
}
