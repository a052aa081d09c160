import { bulkApprove, bulkReject } from '@crm/contracts/approvals/approvals.ts';
import { useForm } from 'react-hook-form';
import { type AdminNotes, AdminNotesField } from '../../approvals/AdminNotesField.tsx';
import { useBulkApprove, useBulkReject } from '../../approvals/commands.ts';
import type { Decision } from '../../approvals/decisions.ts';
import { approvalTexts } from '../../approvals/texts.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { leadsText } from '../labels.ts';
import { type BulkDialogProps, bulkInput } from './bulk.ts';

/** Approves or rejects the pending requests of the selected leads; leads without a request are skipped. */
export function DecidePendingDialog({
  decision,
  chosen,
  onDone,
  onClose,
}: BulkDialogProps & { decision: Decision }) {
  const approve = useBulkApprove();
  const reject = useBulkReject();
  const { body } = decision === 'approve' ? bulkApprove : bulkReject;
  const inputOf = bulkInput<AdminNotes>(chosen);
  const form = useForm({ defaultValues: { adminNotes: '' }, resolver: checkedBy(body, inputOf) });
  const { button } = approvalTexts[decision];
  const decide = decision === 'approve' ? approve : reject;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${button} Pending`}
      description={`Every status change that waits on ${leadsText(chosen.count)}. The others stay as they are.`}
    >
      <DialogForm
        form={form}
        submitLabel={button}
        danger={decision === 'reject'}
        failure={`Failed to ${decision} the status changes. Please try again.`}
        save={async () => onDone(await decide({ body: inputOf(form.getValues()) }))}
        onClose={onClose}
      >
        <AdminNotesField decision={decision} />
      </DialogForm>
    </Dialog>
  );
}
