import { bulkAssign, type pickMethods } from '@crm/contracts/leads/bulk.ts';
import { useController, useForm } from 'react-hook-form';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { leadWords } from '../texts/words.ts';
import { type BulkDialogProps, bulkInput } from './bulk.ts';
import { useBulkAssign } from './commands.ts';
import { OperatorChecks } from './OperatorChecks.tsx';
import { OperatorSelect } from './OperatorSelect.tsx';
import { QuantityInput } from './QuantityInput.tsx';

const texts = leadDialogTexts.bulkAssign;

const targets = [
  { value: 'one', label: texts.targets.one },
  { value: 'several', label: texts.targets.several },
] as const;

const methods = [
  { value: 'first', label: texts.methods.first },
  { value: 'last', label: texts.methods.last },
  { value: 'random', label: texts.methods.random },
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
  const { control, formState, register } = form;
  const { errors } = formState;
  // In the order of the form: the first wrong field takes the focus.
  const operatorId = register('operatorId');
  const operatorIds = useController({ control, name: 'operatorIds' }).field;
  const quantity = useController({ control, name: 'quantity' }).field;
  const { target, method } = form.watch();
  return (
    <Dialog open onClose={onClose} title={texts.title} description={leadWords.countSelected(count)}>
      <DialogForm
        form={form}
        submitLabel={texts.submit(quantity.value ?? 0)}
        failure={leadWords.assignFailed}
        save={async (body) => onDone(await assign({ body }))}
        onClose={onClose}
      >
        <Segmented
          label={texts.to}
          value={target}
          onChange={(value) => form.setValue('target', value)}
          options={targets}
          className="self-start"
        />
        {target === 'one' ? (
          <Field label={texts.operator} required error={errors.operatorId?.message}>
            <OperatorSelect {...operatorId} autoFocus none={texts.select} />
          </Field>
        ) : (
          <OperatorChecks
            field={operatorIds}
            leads={quantity.value ?? 0}
            error={errors.operatorIds?.message}
          />
        )}
        <Field
          label={texts.quantity}
          required
          error={quantity.value === null ? texts.quantityBetween(count) : errors.quantity?.message}
        >
          <QuantityInput field={quantity} most={count} />
        </Field>
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium">{texts.method}</span>
          <Segmented
            label={texts.method}
            value={method}
            onChange={(value) => form.setValue('method', value)}
            options={methods}
          />
        </div>
      </DialogForm>
    </Dialog>
  );
}
