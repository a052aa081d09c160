import { bulkAssign, type pickMethods } from '@crm/contracts/leads/bulk.ts';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { plural } from '../../format/count.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useBulkAssign } from '../commands.ts';
import { leadsText } from '../labels.ts';
import { type BulkDialogProps, bulkInput } from './bulk.ts';
import { OperatorChecks } from './OperatorChecks.tsx';
import { OperatorSelect } from './OperatorSelect.tsx';
import { QuantityInput } from './QuantityInput.tsx';

const targets = [
  { value: 'one', label: 'To one' },
  { value: 'several', label: 'Evenly to several' },
] as const;

const methods = [
  { value: 'first', label: 'First' },
  { value: 'last', label: 'Last' },
  { value: 'random', label: 'Random' },
] as const satisfies { value: (typeof pickMethods)[number]; label: string }[];

type Values = {
  target: (typeof targets)[number]['value'];
  operatorId: string;
  operatorIds: readonly string[];
  /** Null while the input is empty. */
  quantity: number | null;
  method: (typeof methods)[number]['value'];
};

/** Assigns a chosen number of the selected leads to one operator, or evenly to several. */
export function BulkAssignDialog({ chosen, onDone, onClose }: BulkDialogProps) {
  const { count } = chosen;
  const assign = useBulkAssign();
  const form = useForm({
    defaultValues: { target: 'one', operatorId: '', operatorIds: [], quantity: count, method: 'first' },
    resolver: checkedBy(bulkAssign.body, ({ target, operatorId, operatorIds, ...values }: Values) =>
      bulkInput(chosen)({ ...values, ...(target === 'one' ? { operatorId } : { operatorIds }) }),
    ),
  });
  const { errors } = form.formState;
  const { target, operatorIds, quantity, method } = form.watch();
  return (
    <Dialog open onClose={onClose} title="Bulk Assign" description={`${leadsText(count)} selected`}>
      <DialogForm
        form={form}
        submitLabel={plural(quantity ?? 0, { one: 'Assign # Lead', other: 'Assign # Leads' })}
        failure="Failed to assign leads"
        save={async (body) => onDone(await assign({ body }))}
        onClose={onClose}
      >
        <Segmented
          label="Assign to"
          value={target}
          onChange={(value) => form.setValue('target', value)}
          options={targets}
          className="self-start"
        />
        {target === 'one' ? (
          <Field label="Operator" required error={errors.operatorId?.message}>
            <OperatorSelect {...form.register('operatorId')} autoFocus none="Select an operator" />
          </Field>
        ) : (
          <OperatorChecks
            chosen={operatorIds}
            onChange={(ids) => form.setValue('operatorIds', ids)}
            leads={quantity ?? 0}
            error={errors.operatorIds?.message}
          />
        )}
        <Field
          label="Quantity"
          required
          error={quantity === null ? `Quantity must be between 1 and ${count}` : errors.quantity?.message}
        >
          <QuantityInput
            value={quantity}
            most={count}
            onChange={(value) => form.setValue('quantity', value)}
          />
        </Field>
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium">Selection method</span>
          <Segmented
            label="Selection method"
            value={method}
            onChange={(value) => form.setValue('method', value)}
            options={methods}
          />
        </div>
      </DialogForm>
    </Dialog>
  );
}
