import type { Lead } from '@crm/contracts/leads/lead.ts';
import { assignLead } from '@crm/contracts/leads/write.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureText } from '../../api/errors.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAssign } from '../commands.ts';
import { operators } from '../queries.ts';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { leadWords } from '../texts/words.ts';
import { OperatorSelect } from './OperatorSelect.tsx';

const texts = leadDialogTexts.assign;

type AssignDialogProps = {
  lead: Pick<Lead, '_id' | 'orderId' | 'assignedOperator'>;
  onClose: () => void;
};

const check = checkedBy(assignLead.body, (values: { operatorId: string }) => values);

/** Assigns the lead to an operator, or unassigns it. */
export function AssignDialog({ lead, onClose }: AssignDialogProps) {
  const assign = useAssign();
  const known = useQuery(operators).data?.data ?? [];
  const [current] = useState(lead.assignedOperator);
  const form = useForm({ defaultValues: { operatorId: current?._id ?? '' }, resolver: check });
  const chosen = form.watch('operatorId');

  /** The list shows the change at once (optimistic); the toast confirms it. */
  async function save() {
    const operator = known.find(({ _id }) => _id === chosen) ?? null;
    // Switched off or deleted since it was chosen.
    if (!operator && chosen !== '')
      return form.setError('operatorId', { message: texts.gone }, { shouldFocus: true });
    assign({ ...lead, assignedOperator: current }, operator).then(
      ({ message }) => toast.success(message ?? texts.saved),
      (error) => toast.error(failureText(error, leadWords.assignFailed)),
    );
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={texts.title} description={leadWords.order(lead.orderId)}>
      <DialogForm
        form={form}
        submitLabel={chosen === '' && current ? texts.unassign : texts.assign}
        disabled={chosen === (current?._id ?? '')}
        save={save}
        onClose={onClose}
      >
        <Field label={texts.operator} error={form.formState.errors.operatorId?.message}>
          <OperatorSelect
            {...form.register('operatorId')}
            autoFocus
            none={current ? texts.unassign : texts.select}
            also={current}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
