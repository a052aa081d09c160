import { reassign } from '@crm/contracts/leads/bulk.ts';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { useReassign } from '../commands.ts';
import { leadsText } from '../labels.ts';
import { type BulkDialogProps, bulkInput } from './bulk.ts';
import { OperatorSelect } from './OperatorSelect.tsx';

const blank = { fromOperatorId: '', toOperatorId: '', reason: '' };

/** Moves the selected leads from one operator, or from any, to another. */
export function ReassignDialog({ chosen, onDone, onClose }: BulkDialogProps) {
  const move = useReassign();
  const form = useForm({
    defaultValues: blank,
    resolver: checkedBy(reassign.body, bulkInput<typeof blank>(chosen)),
  });
  const { errors } = form.formState;
  return (
    <Dialog open onClose={onClose} title="Reassign" description={`${leadsText(chosen.count)} selected`}>
      <DialogForm
        form={form}
        submitLabel="Reassign"
        failure="Failed to assign leads"
        save={async (body) => onDone(await move({ body }))}
        onClose={onClose}
      >
        <Field label="From" hint="Leads of other operators are left as they are.">
          <OperatorSelect {...form.register('fromOperatorId')} none="Any operator" />
        </Field>
        <Field label="To" required error={errors.toOperatorId?.message}>
          <OperatorSelect {...form.register('toOperatorId')} autoFocus none="Select an operator" />
        </Field>
        <Field label="Reason" error={errors.reason?.message}>
          <Input {...form.register('reason')} />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
