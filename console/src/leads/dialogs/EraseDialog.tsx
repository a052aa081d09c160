import type { Lead } from '@crm/contracts/leads/lead.ts';
import { eraseLead } from '@crm/contracts/leads/write.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { CheckField } from '../../ui/CheckField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { leadWords } from '../texts/words.ts';

const texts = leadDialogTexts.erase;

type EraseDialogProps = {
  lead: Pick<Lead, '_id' | 'orderId'>;
  /** It waits for a place under the lead limit, and leaves that queue. */
  waits?: boolean;
  onClose: () => void;
};

/** Erases the personal data of a lead: says what goes, and asks for the reason and a confirmation. */
export function EraseDialog({ lead, waits = false, onClose }: EraseDialogProps) {
  const erase = useCommand(eraseLead, ['leads', 'aside-leads', 'approvals', 'batches', 'audit']);
  // Not of the form: a draft brings back the reason, and never the confirmation.
  const [confirmed, setConfirmed] = useState(false);
  const form = useForm({
    defaultValues: { reason: '' },
    resolver: checkedBy(eraseLead.body, (values: { reason: string }) => ({ ...values, confirmed })),
  });
  const { errors } = form.formState;
  return (
    <Dialog open onClose={onClose} title={texts.title} description={leadWords.order(lead.orderId)}>
      <DialogForm
        form={form}
        submitLabel={texts.submit}
        busyLabel={texts.busy}
        failure={texts.failed}
        danger
        disabled={!confirmed}
        save={async (body) => {
          await erase.mutateAsync({ params: { id: lead._id }, body });
          toast.success(texts.done);
          onClose();
        }}
        draft={`erase ${lead._id}`}
        onClose={onClose}
      >
        <div className="flex flex-col gap-2">
          <p>{texts.goes}</p>
          <ul className="list-disc pl-5">
            {texts.what.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <p className="text-muted">{waits ? texts.leavesQueue : texts.stays}</p>
        </div>
        <Field label={texts.reason} required hint={texts.reasonHint} error={errors.reason?.message}>
          <Textarea {...form.register('reason')} autoFocus rows={2} />
        </Field>
        <CheckField
          label={texts.confirm}
          checked={confirmed}
          onChange={({ target }) => setConfirmed(target.checked)}
        />
      </DialogForm>
    </Dialog>
  );
}
