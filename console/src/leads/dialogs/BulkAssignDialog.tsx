import type { pickMethods } from '@crm/contracts/leads/bulk.ts';
import { type FormEvent, useState } from 'react';
import { formatNumber } from '../../format/count.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useBulkAssign } from '../commands.ts';
import { leadsText } from '../labels.ts';
import type { Chosen } from '../list/selection.ts';
import { type BulkAnswer, unwaited } from './bulk.ts';
import { OperatorChecks } from './OperatorChecks.tsx';
import { OperatorSelect } from './OperatorSelect.tsx';
import { QuantityInput } from './QuantityInput.tsx';
import { useSending } from './useSending.ts';

type BulkAssignDialogProps = { chosen: Chosen; onDone: (answer: BulkAnswer) => void; onClose: () => void };

const methods = [
  { value: 'first', label: 'First' },
  { value: 'last', label: 'Last' },
  { value: 'random', label: 'Random' },
] as const satisfies { value: (typeof pickMethods)[number]; label: string }[];

/** Assigns a chosen number of the selected leads to one operator, or evenly to several. */
export function BulkAssignDialog({ chosen, onDone, onClose }: BulkAssignDialogProps) {
  const { count } = chosen;
  const assign = useBulkAssign();
  const sending = useSending('Failed to assign leads', onDone);
  const [toWhom, setToWhom] = useState<'one' | 'several'>('one');
  const [operatorId, setOperatorId] = useState('');
  const [operatorIds, setOperatorIds] = useState<ReadonlySet<string>>(new Set());
  const [quantity, setQuantity] = useState<number | null>(count);
  const [method, setMethod] = useState<(typeof methods)[number]['value']>('first');

  function submit(event: FormEvent) {
    event.preventDefault();
    const nobody = toWhom === 'one' ? operatorId === '' : operatorIds.size === 0;
    if (nobody) return sending.complain({ operatorId: 'Please select an operator' });
    if (quantity === null) return;
    const whom = toWhom === 'one' ? { operatorId } : { operatorIds: [...operatorIds] };
    void sending.send(() => assign({ body: { ...chosen.named, ...unwaited, ...whom, quantity, method } }));
  }

  return (
    <Dialog open onClose={onClose} title="Bulk Assign" description={`${leadsText(count)} selected`}>
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <Segmented
          label="To whom"
          value={toWhom}
          onChange={setToWhom}
          options={[
            { value: 'one', label: 'To one' },
            { value: 'several', label: 'Evenly to several' },
          ]}
          className="self-start"
        />
        {toWhom === 'one' ? (
          <Field label="Operator" required error={sending.errors['operatorId']}>
            <OperatorSelect value={operatorId} onChange={setOperatorId} none="Select an operator" />
          </Field>
        ) : (
          <OperatorChecks
            chosen={operatorIds}
            onChange={setOperatorIds}
            leads={quantity ?? 0}
            error={sending.errors['operatorId'] ?? sending.errors['operatorIds']}
          />
        )}
        <Field
          label="Quantity"
          required
          error={quantity === null ? `Quantity must be between 1 and ${count}` : sending.errors['quantity']}
        >
          <QuantityInput value={quantity} most={count} onChange={setQuantity} />
        </Field>
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium">Selection method</span>
          <Segmented label="Selection method" value={method} onChange={setMethod} options={methods} />
        </div>
        {sending.problem && <Alert tone="bad" text={sending.problem} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={sending.busy}>
            {`Assign ${formatNumber(quantity ?? 0)} Leads`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
