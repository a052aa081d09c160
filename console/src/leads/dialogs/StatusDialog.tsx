import type { Lead } from '@crm/contracts/leads/lead.ts';
import { updateLead } from '@crm/contracts/leads/write.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { LeadStatus } from '@crm/events/leads/vocabulary-schemas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { codeOf } from '../../api/errors.ts';
import { readNow } from '../../api/read.ts';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { useChangeStatus } from '../commands.ts';
import { leadDetail } from '../detail/queries.ts';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { leadWords } from '../texts/words.ts';
import { useRequestStatus } from './commands.ts';
import { isComplete, outcomeOfCall, required, type StatusDraft } from './statusRules.ts';

const texts = leadDialogTexts.status;

type StatusDialogProps = {
  lead: Pick<Lead, '_id' | 'orderId' | 'status' | 'comments'>;
  /** The preselected status; default: the lead's own. */
  to?: Lead['status'];
  onClose: () => void;
};

const { statusReason, adminComment } = updateLead.body.shape;
// A request of an operator has the same limits.
const check = checkedBy(
  z.object({ status: LeadStatus, reason: statusReason, comment: adminComment }),
  (values: StatusDraft) => values,
);

/** Sets another status as an admin, or requests one as an operator. Closes at once; a toast shows the answer. */
export function StatusDialog({ lead, to, onClose }: StatusDialogProps) {
  const user = useCurrentUser();
  const changer = can(user, 'manage-leads') ? 'admin' : 'operator';
  const label = changer === 'admin' ? leadWords.updateStatus : leadWords.requestStatus;
  const changeStatus = useChangeStatus();
  const requestStatus = useRequestStatus();
  const queryClient = useQueryClient();
  const form = useForm({
    defaultValues: {
      status: to ?? lead.status,
      reason: '',
      comment: changer === 'operator' ? outcomeOfCall(lead.comments, user.fullName, Date.now()) : '',
    },
    resolver: check,
  });
  const { errors } = form.formState;
  const draft = form.watch();
  // Not the lead's own, which the list may show optimistically: the status that the user has seen.
  const [current, setCurrent] = useState(lead.status);
  const [opened] = useState(lead.status);
  const must = required(draft, current, changer);

  async function save() {
    const send = changer === 'admin' ? changeStatus : requestStatus;
    try {
      const { message } = await send(lead, { ...form.getValues(), from: current });
      toast.success(message ?? leadWords.statusUpdated);
    } catch (error) {
      if (codeOf(error) === 'changed-meanwhile') await readCurrent();
      throw error;
    }
    onClose();
  }

  /** The dialog shows the status that a colleague has set, and the next attempt changes that one. */
  async function readCurrent() {
    const { data } = await readNow(queryClient, leadDetail(lead._id));
    setCurrent(data.lead.status);
  }

  return (
    <Dialog open onClose={onClose} title={label} description={leadWords.order(lead.orderId)}>
      <DialogForm
        form={form}
        submitLabel={label}
        disabled={!isComplete(draft, current, changer)}
        failure={leadWords.statusFailed}
        save={save}
        // A preselected status is not overwritten by that of a draft.
        draft={`status ${to ?? ''} ${lead._id}`}
        onClose={onClose}
      >
        <Segmented
          label={texts.status}
          value={draft.status}
          onChange={(status) => form.setValue('status', status)}
          options={leadStatuses.map((status) => ({ value: status, label: capitalised(status) }))}
          digits
          className="max-sm:grid max-sm:grid-cols-3"
        />
        {draft.status !== current && (
          <Field label={texts.reason} required={must.reason} error={errors.reason?.message}>
            <Input {...form.register('reason')} />
          </Field>
        )}
        <Field label={texts.comment} required={must.comment} error={errors.comment?.message}>
          <Textarea {...form.register('comment')} />
        </Field>
        {current !== opened && <Alert tone="info" text={texts.isNow(capitalised(current))} />}
      </DialogForm>
    </Dialog>
  );
}
