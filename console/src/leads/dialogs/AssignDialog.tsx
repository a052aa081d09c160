import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../api/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAssign } from '../commands.ts';
import { operators } from '../queries.ts';
import { OperatorSelect } from './OperatorSelect.tsx';

type AssignDialogProps = {
  lead: Pick<Lead, '_id' | 'orderId' | 'assignedOperator'>;
  onClose: () => void;
};

/** Assigns the lead to an operator, or unassigns it. Sends nothing when the choice is unchanged. */
export function AssignDialog({ lead, onClose }: AssignDialogProps) {
  const assign = useAssign();
  const known = useQuery(operators).data?.data ?? [];
  const [current] = useState(lead.assignedOperator);
  const [chosen, setChosen] = useState(current?._id ?? '');
  const unchanged = chosen === (current?._id ?? '');

  function submit(event: FormEvent) {
    event.preventDefault();
    const operator = known.find(({ _id }) => _id === chosen) ?? null;
    if (!unchanged && (operator || chosen === '')) {
      // The list shows the change at once (optimistic); the toast confirms it.
      assign(lead, operator).then(
        ({ message }) => toast.success(message ?? 'Lead assigned successfully'),
        (error) => toast.error(failureText(error, 'Failed to assign leads')),
      );
    }
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title="Assign Lead" description={`Order ${lead.orderId}`}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Field label="Operator">
          <OperatorSelect
            value={chosen}
            onChange={setChosen}
            none={current ? 'Unassign Lead' : 'Select an operator'}
            also={current}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={unchanged}>
            {chosen === '' && current ? 'Unassign Lead' : 'Assign'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
