import { saveView, type View, type ViewedListName } from '@crm/contracts/views/views.ts';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../form/checkedBy.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { CheckField } from '../ui/CheckField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { toast } from '../ui/toast.tsx';
import { useSaveView, useUpdateView, type ViewContent } from './commands.ts';
import { viewTexts } from './texts.ts';

const texts = viewTexts.form;

type NameViewDialogProps = {
  list: ViewedListName;
  onClose: () => void;
} & (
  | { view: View }
  | { view?: never; mayShare: boolean; screen: () => ViewContent; onSaved: (view: View) => void }
);

type Values = { name: string; isShared: boolean };

const check = checkedBy(saveView.body.pick({ name: true, isShared: true }), (values: Values) => values);

/** Names a new view of the current screen, or renames a view. */
export function NameViewDialog(props: NameViewDialogProps) {
  const create = useSaveView(props.list);
  const update = useUpdateView(props.list);
  const form = useForm({
    defaultValues: { name: props.view?.name ?? '', isShared: false },
    resolver: check,
  });

  async function save({ name, isShared }: Values) {
    if (props.view) await update(props.view, { name });
    else props.onSaved(await create({ name, isShared }, props.screen()));
    toast.success(texts.saved(name));
    props.onClose();
  }

  return (
    <Dialog open onClose={props.onClose} title={props.view ? texts.renameTitle : texts.saveTitle}>
      <DialogForm form={form} submitLabel={texts.save} save={save} onClose={props.onClose}>
        <Field label={texts.name} required error={form.formState.errors.name?.message}>
          <Input {...form.register('name')} autoComplete="off" dir="auto" />
        </Field>
        {!props.view && <p className="text-sm text-muted">{texts.content}</p>}
        {!props.view && props.mayShare && (
          <CheckField label={texts.share} hint={texts.shareHint} {...form.register('isShared')} />
        )}
      </DialogForm>
    </Dialog>
  );
}
