import { bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import { type LeadStatus, quickStatuses } from '@crm/events/leads/vocabulary.ts';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { leadWords } from '../texts/words.ts';
import { type BulkDialogProps, bulkInput, useBulkDraft } from './bulk.ts';
import { useBulkStatus } from './commands.ts';

const texts = leadDialogTexts.bulkStatus;

type Values = { newStatus: LeadStatus | null; reason: string; adminNotes: string };

const blank: Values = { newStatus: null, reason: '', adminNotes: '' };

/** Sets one status on all selected leads; only the status is required. */
export function BulkStatusDialog({ chosen, onDone, onClose }: BulkDialogProps) {
  const update = useBulkStatus();
  const form = useForm({
    defaultValues: blank,
    resolver: checkedBy(bulkUpdateStatus.body, bulkInput<Values>(chosen)),
  });
  const { errors } = form.formState;
  const draft = useBulkDraft('bulk status', chosen);
  const newStatus = form.watch('newStatus');
  return (
    <Dialog
      open
      onClose={onClose}
      title={leadWords.updateStatus}
      description={leadWords.countSelected(chosen.count)}
    >
      <DialogForm
        form={form}
        submitLabel={leadWords.updateStatus}
        disabled={newStatus === null}
        failure={texts.failed}
        save={async (body) => onDone(await update({ body }))}
        draft={draft}
        onClose={onClose}
      >
        <Segmented
          label={texts.status}
          value={newStatus}
          onChange={(status) => form.setValue('newStatus', status)}
          options={quickStatuses.map((status) => ({ value: status, label: capitalised(status) }))}
          digits
        />
        <Field label={texts.reason} error={errors.reason?.message}>
          <Input {...form.register('reason')} />
        </Field>
        <Field label={texts.notes} error={errors.adminNotes?.message}>
          <Textarea {...form.register('adminNotes')} />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
