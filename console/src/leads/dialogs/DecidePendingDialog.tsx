import { bulkApprove, bulkReject } from '@crm/contracts/approvals/approvals.ts';
import { useForm } from 'react-hook-form';
import { type AdminNotes, AdminNotesField } from '../../approvals/AdminNotesField.tsx';
import { useBulkApprove, useBulkReject } from '../../approvals/commands.ts';
import type { Decision } from '../../approvals/decisions.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { type BulkDialogProps, bulkInput, useBulkDraft } from './bulk.ts';

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
  const draft = useBulkDraft(`${decision} pending`, chosen);
  const texts = leadDialogTexts.decidePending[decision];
  const decide = decision === 'approve' ? approve : reject;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={leadDialogTexts.decidePending.description(chosen.count)}
    >
      <DialogForm
        form={form}
        submitLabel={texts.submit}
        danger={decision === 'reject'}
        failure={texts.failed}
        save={async () => onDone(await decide({ body: inputOf(form.getValues()) }))}
        draft={draft}
        onClose={onClose}
      >
        <AdminNotesField decision={decision} />
      </DialogForm>
    </Dialog>
  );
}
