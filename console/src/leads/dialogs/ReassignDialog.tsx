import { reassign } from '@crm/contracts/leads/bulk.ts';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { leadWords } from '../texts/words.ts';
import { type BulkDialogProps, bulkInput, useBulkDraft } from './bulk.ts';
import { useReassign } from './commands.ts';
import { OperatorSelect } from './OperatorSelect.tsx';

const texts = leadDialogTexts.reassign;

const blank = { fromOperatorId: '', toOperatorId: '', reason: '' };

/** Moves the selected leads from one operator, or from any, to another. */
export function ReassignDialog({ chosen, onDone, onClose }: BulkDialogProps) {
  const move = useReassign();
  const form = useForm({
    defaultValues: blank,
    resolver: checkedBy(reassign.body, bulkInput<typeof blank>(chosen)),
  });
  const { errors } = form.formState;
  const draft = useBulkDraft('reassign', chosen);
  const { fromOperatorId, toOperatorId } = form.watch();
  return (
    <Dialog open onClose={onClose} title={texts.title} description={leadWords.countSelected(chosen.count)}>
      <DialogForm
        form={form}
        submitLabel={texts.submit}
        failure={leadWords.assignFailed}
        save={async (body) => onDone(await move({ body }))}
        draft={draft}
        onClose={onClose}
      >
        {/* The operators may come after a draft: only a controlled select then shows the one that was chosen. */}
        <Field label={texts.from} hint={texts.fromHint}>
          <OperatorSelect
            {...form.register('fromOperatorId')}
            value={fromOperatorId}
            none={texts.any}
            quiet
          />
        </Field>
        <Field label={texts.to} required error={errors.toOperatorId?.message}>
          <OperatorSelect
            {...form.register('toOperatorId')}
            value={toOperatorId}
            autoFocus
            none={texts.select}
          />
        </Field>
        <Field label={texts.reason} error={errors.reason?.message}>
          <Input {...form.register('reason')} />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
