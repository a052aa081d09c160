import { saveView, type View } from '@crm/contracts/views/views.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../api/checkedBy.ts';
import { placeErrors } from '../api/placeErrors.ts';
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

type Values = { name: string; isShared: boolean };
const check = checkedBy(saveView.body.pick({ name: true, isShared: true }), (values: Values) => values);

/** A name for the screen as it stands, or another for a view. */
export function NameViewDialog(props: NameViewDialogProps) {
  const save = useSaveView();
  const update = useUpdateView();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ values: { name: props.view?.name ?? '', isShared: false }, resolver: check });
  const { errors, isSubmitting } = form.formState;
  const title = props.view ? 'Rename view' : 'Save as new view';

  const submit = form.handleSubmit(async ({ name, isShared }) => {
    setProblem(null);
    try {
      if (props.view) await update(props.view, { name });
      else props.onSaved(await save({ name, isShared }, props.screen()));
      toast.success(`${name} saved`);
      props.onClose();
    } catch (error) {
      setProblem(placeErrors(error, form));
    }
  });

  return (
    <Dialog open onClose={props.onClose} title={title}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label="Name" required error={errors.name?.message}>
          <Input {...form.register('name')} autoComplete="off" maxLength={60} dir="auto" />
        </Field>
        {!props.view && (
          <p className="text-sm text-muted">Keeps the filters, the sort order and the columns.</p>
        )}
        {!props.view && props.mayShare && (
          <CheckField
            label="Share with everybody"
            hint="Everybody of the organization sees it; only admins can change it."
            {...form.register('isShared')}
          />
        )}
        {problem && <Alert tone="bad" text={problem} />}
        <DialogActions>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
