import type { Lead } from '@crm/contracts/leads/lead.ts';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../api/errors.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useBulkAssign } from '../commands.ts';
import { inChunks, type Outcome, type PickMethod, pick } from './bulk.ts';
import { OperatorSelect } from './OperatorSelect.tsx';
import { QuantityInput } from './QuantityInput.tsx';

type BulkAssignDialogProps = {
  /** In the order of the list. */
  leads: readonly Lead[];
  onDone: (outcome: Outcome, text: string) => void;
  onClose: () => void;
};

type Phase = { kind: 'asking'; problem: string | null; unpicked: boolean } | { kind: 'sending' };

const methods = [
  { value: 'first', label: 'First' },
  { value: 'last', label: 'Last' },
  { value: 'random', label: 'Random' },
] as const;

/** Gives as many of the selected leads as one says to one operator (spec 4, 'Assignment'). */
export function BulkAssignDialog({ leads, onDone, onClose }: BulkAssignDialogProps) {
  const assign = useBulkAssign();
  const [operatorId, setOperatorId] = useState('');
  const [quantity, setQuantity] = useState<number | null>(leads.length);
  const [method, setMethod] = useState<PickMethod>('first');
  const [phase, setPhase] = useState<Phase>({ kind: 'asking', problem: null, unpicked: false });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (phase.kind === 'sending') return;
    if (operatorId === '' || quantity === null) {
      setPhase({ kind: 'asking', problem: null, unpicked: operatorId === '' });
      return;
    }
    setPhase({ kind: 'sending' });
    try {
      const chosen = pick(leads, quantity, method, Math.random).map(({ _id }) => _id);
      const outcome = await inChunks(
        chosen,
        async (leadIds) => (await assign({ body: { leadIds, operatorId } })).data,
      );
      const failed = outcome.failed > 0 ? `, ${outcome.failed} failed` : '';
      onDone(outcome, `${outcome.successful + outcome.skipped} leads assigned${failed}`);
    } catch (error) {
      setPhase({ kind: 'asking', problem: failureText(error, 'Failed to assign leads'), unpicked: false });
    }
  }

  return (
    <Dialog open onClose={onClose} title="Bulk Assign" description={`${leads.length} selected`}>
      <form className="flex flex-col gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="Operator"
          required
          error={phase.kind === 'asking' && phase.unpicked ? 'Please select an operator' : undefined}
        >
          <OperatorSelect value={operatorId} onChange={setOperatorId} none="Select an operator" />
        </Field>
        <Field
          label="Quantity"
          required
          error={quantity === null ? `Quantity must be between 1 and ${leads.length}` : undefined}
        >
          <QuantityInput value={quantity} most={leads.length} onChange={setQuantity} />
        </Field>
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium">Selection method</span>
          <Segmented label="Selection method" value={method} onChange={setMethod} options={methods} />
        </div>
        {phase.kind === 'asking' && phase.problem && <Alert tone="bad" text={phase.problem} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={phase.kind === 'sending'}>
            {`Assign ${quantity ?? 0} Leads`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
