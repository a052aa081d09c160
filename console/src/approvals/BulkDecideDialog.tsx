import { bulkApprove, bulkReject, type PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showBatch } from '../batches/shown.ts';
import { checkedBy } from '../form/checkedBy.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { nameOfMany } from '../form/drafts.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { toast } from '../ui/toast.tsx';
import { useIsMounted } from '../ui/useIsMounted.ts';
import { type AdminNotes, AdminNotesField } from './AdminNotesField.tsx';
import { type BulkOutcome, bulkBody, bulkOutcome, effectOf, namesOf } from './bulk.ts';
import { useBulkApprove, useBulkReject } from './commands.ts';
import type { Decision } from './decisions.ts';
import { decisionTexts } from './texts/dialogs.ts';
import { approvalTexts } from './texts.ts';

type BulkDecideDialogProps = {
  decision: Decision;
  requests: readonly PendingApproval[];
  onDone: () => void;
  onClose: () => void;
};

/** Approves or rejects several requests, each on its own; lists failed ones with the reason. */
export function BulkDecideDialog({ decision, requests, onDone, onClose }: BulkDecideDialogProps) {
  const [draft] = useState(
    () =>
      `${decision} ${nameOfMany(requests.map(({ pendingStatusChange }) => pendingStatusChange.requestId))}`,
  );
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const approve = useBulkApprove();
  const reject = useBulkReject();
  const isMounted = useIsMounted();
  const { body } = decision === 'approve' ? bulkApprove : bulkReject;
  const form = useForm({
    defaultValues: { adminNotes: '' },
    resolver: checkedBy(body, (values: AdminNotes) => bulkBody(requests, values)),
  });
  const texts = decisionTexts[decision];

  async function save() {
    const input = { body: bulkBody(requests, form.getValues()) };
    const { data } = await (decision === 'approve' ? approve : reject)(input);
    onDone();
    if ('batch' in data) {
      showBatch(data.batch._id);
      return onClose();
    }
    const result = bulkOutcome(decision, requests, data);
    if (data.skipped + data.failed === 0) toast.success(result.text);
    else if (isMounted.current) return setOutcome(result);
    // The page was left meanwhile: no dialog can name the requests.
    else toast.error(result.text);
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={texts.bulkTitle(requests.length)} description={namesOf(requests)}>
      {outcome ? (
        <>
          <Alert tone="warn" text={outcome.text} />
          <ul aria-label={texts.notDone} className="mt-3 flex flex-col gap-1">
            {outcome.problems.map(({ orderId, message }) => (
              <li key={orderId}>
                <span className="font-medium">{orderId}</span>: {message}
              </li>
            ))}
          </ul>
          <DialogActions>
            <Button variant="primary" onClick={onClose}>
              {decisionTexts.dialog.close}
            </Button>
          </DialogActions>
        </>
      ) : (
        <DialogForm
          form={form}
          submitLabel={approvalTexts[decision].button}
          danger={decision === 'reject'}
          save={save}
          draft={draft}
          onClose={onClose}
        >
          <p className="font-medium">{effectOf(decision, requests)}</p>
          <AdminNotesField decision={decision} />
        </DialogForm>
      )}
    </Dialog>
  );
}
