import { type FormEvent, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { useReassign } from '../commands.ts';
import { leadsText } from '../labels.ts';
import type { Chosen } from '../list/selection.ts';
import { type BulkAnswer, unwaited } from './bulk.ts';
import { OperatorSelect } from './OperatorSelect.tsx';
import { useSending } from './useSending.ts';

type ReassignDialogProps = { chosen: Chosen; onDone: (answer: BulkAnswer) => void; onClose: () => void };

/** Moves the selected leads from one operator, or from any, to another. */
export function ReassignDialog({ chosen, onDone, onClose }: ReassignDialogProps) {
  const reassign = useReassign();
  const sending = useSending('Failed to assign leads', onDone);
  const [fromOperatorId, setFrom] = useState('');
  const [toOperatorId, setTo] = useState('');
  const [reason, setReason] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (toOperatorId === '') return sending.complain({ toOperatorId: 'Please select an operator' });
    void sending.send(() =>
      reassign({
        body: { ...chosen.named, ...unwaited, fromOperatorId: fromOperatorId || null, toOperatorId, reason },
      }),
    );
  }

  return (
    <Dialog open onClose={onClose} title="Reassign" description={`${leadsText(chosen.count)} selected`}>
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <Field label="From" hint="Leads that are not theirs are left as they are.">
          <OperatorSelect value={fromOperatorId} onChange={setFrom} none="Whoever has them" />
        </Field>
        <Field label="To" required error={sending.errors['toOperatorId']}>
          <OperatorSelect value={toOperatorId} onChange={setTo} none="Select an operator" />
        </Field>
        <Field label="Reason" error={sending.errors['reason']}>
          <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {sending.problem && <Alert tone="bad" text={sending.problem} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={sending.busy}>
            Reassign
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
