import { saveView, type View } from '@crm/contracts/views/views.ts';
import { type FormEvent, useState } from 'react';
import { errorText, fieldErrorsOf } from '../api/errors.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { CheckField } from '../ui/CheckField.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { toast } from '../ui/toast.tsx';
import { useSaveView, useUpdateView, type ViewContent } from './commands.ts';

type NameViewDialogProps = {
  onClose: () => void;
} & (
  | { view: View }
  | { view?: never; mayShare: boolean; screen: () => ViewContent; onSaved: (view: View) => void }
);

type Phase = { kind: 'asking'; nameError?: string | undefined; problem?: string } | { kind: 'saving' };

/** Names a new view of the current screen, or renames a view. */
export function NameViewDialog(props: NameViewDialogProps) {
  const save = useSaveView();
  const update = useUpdateView();
  const [name, setName] = useState(props.view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const [phase, setPhase] = useState<Phase>({ kind: 'asking' });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (phase.kind === 'saving') return;
    const checked = saveView.body.shape.name.safeParse(name);
    if (!checked.success) {
      setPhase({ kind: 'asking', nameError: checked.error.issues[0]?.message });
      return;
    }
    setPhase({ kind: 'saving' });
    try {
      if (props.view) await update(props.view, { name: checked.data });
      else props.onSaved(await save({ name: checked.data, isShared }, props.screen()));
      toast.success(`${checked.data} saved`);
      props.onClose();
    } catch (error) {
      const nameError = fieldErrorsOf(error)['name'];
      setPhase({ kind: 'asking', nameError, ...(!nameError && { problem: errorText(error) }) });
    }
  }

  return (
    <Dialog open onClose={props.onClose} title={props.view ? 'Rename view' : 'Save as new view'}>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <Field label="Name" required error={phase.kind === 'asking' ? phase.nameError : undefined}>
          <Input
            value={name}
            autoComplete="off"
            maxLength={60}
            dir="auto"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {!props.view && (
          <p className="text-sm text-muted">Keeps the filters, the sort order and the columns.</p>
        )}
        {!props.view && props.mayShare && (
          <CheckField
            label="Share with everybody"
            hint="Everybody of the organization sees it; only admins can change it."
            checked={isShared}
            onChange={(event) => setShared(event.target.checked)}
          />
        )}
        {phase.kind === 'asking' && phase.problem && <Alert tone="bad" text={phase.problem} />}
        <DialogActions>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={phase.kind === 'saving'}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
