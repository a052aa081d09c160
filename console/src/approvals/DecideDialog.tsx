import { approveStatus, rejectStatus } from '@crm/contracts/approvals/approvals.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { refresh } from '../api/read.ts';
import { checkedBy } from '../form/checkedBy.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { type AdminNotes, AdminNotesField } from './AdminNotesField.tsx';
import { decisionTopics, useApprove, useReject } from './commands.ts';
import type { Deciding } from './decisions.ts';
import { requestedLead } from './queries.ts';
import { RequestFacts } from './RequestFacts.tsx';
import { decisionTexts } from './texts/dialogs.ts';
import { approvalTexts } from './texts.ts';

/**
 * Asks for the admin's notes (required to reject) and decides. Says so as soon as another admin has decided or the operator
 * has replaced the request.
 */
export function DecideDialog({ decision, request, onClose }: Deciding & { onClose: () => void }) {
  const queryClient = useQueryClient();
  const approve = useApprove();
  const reject = useReject();
  const { requestId } = request.pendingStatusChange;
  const { body } = decision === 'approve' ? approveStatus : rejectStatus;
  const form = useForm({
    defaultValues: { adminNotes: '' },
    resolver: checkedBy(body, (values: AdminNotes) => ({ ...values, requestId })),
  });
  const texts = decisionTexts[decision];
  const { data, isFetching } = useQuery(requestedLead(request._id));
  // Data of the cache may be from before the request, and the lead of the own decision is read before the dialog closes.
  const lead = isFetching || approve.isPending || reject.isPending ? undefined : data?.data.lead;
  // While the lead is read again, its last state counts.
  const [lastRead, setLastRead] = useState(lead);
  if (lead && lead !== lastRead) setLastRead(lead);
  const isOver = lastRead !== undefined && lastRead.pendingStatusChange?.requestId !== requestId;

  async function save() {
    const input = { params: { id: request._id }, body: { ...form.getValues(), requestId } };
    try {
      const { message } = await (decision === 'approve' ? approve : reject).mutateAsync(input);
      toast.success(message ?? texts.done);
      onClose();
    } catch (error) {
      // Another admin decided first, or the operator replaced the request: show the current state.
      void refresh(queryClient, decisionTopics);
      throw error;
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={decisionTexts.dialog.request(request.orderId, request.fullName)}
    >
      <DialogForm
        form={form}
        submitLabel={approvalTexts[decision].button}
        danger={decision === 'reject'}
        disabled={isOver}
        save={save}
        draft={`${decision} ${request._id}`}
        onClose={onClose}
      >
        <RequestFacts request={request} />
        <AdminNotesField decision={decision} />
        {isOver && <Alert tone="warn" text={decisionTexts.dialog.over(lastRead.status)} />}
      </DialogForm>
    </Dialog>
  );
}
