import { bulkApprove } from '@crm/contracts/approvals/approvals.ts';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { useBulkApprove } from '../commands.ts';
import { leadsText } from '../labels.ts';
import { type BulkDialogProps, bulkInput } from './bulk.ts';

/** Approves the pending requests of the selected leads; leads without a request are skipped. */
export function ApprovePendingDialog({ chosen, onDone, onClose }: BulkDialogProps) {
  const approve = useBulkApprove();
  const form = useForm({
    defaultValues: { adminNotes: '' },
    resolver: checkedBy(bulkApprove.body, bulkInput<{ adminNotes: string }>(chosen)),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Approve Pending"
      description={`Every status change that waits on ${leadsText(chosen.count)}. The others stay as they are.`}
    >
      <DialogForm
        form={form}
        submitLabel="Approve"
        failure="Failed to approve the status changes. Please try again."
        save={async (body) => onDone(await approve({ body }))}
        onClose={onClose}
      >
        <Field label="Admin notes" error={form.formState.errors.adminNotes?.message}>
          <Textarea {...form.register('adminNotes')} autoFocus placeholder="Optional" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
