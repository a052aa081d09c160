import { createApiKey } from '@crm/contracts/tenants/api-keys.ts';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { SecretDialog } from '../../ui/SecretDialog.tsx';
import { useShownOnce } from '../../ui/useShownOnce.ts';
import { useCreateApiKey } from '../commands.ts';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.organization.apiKeys;

type Values = { name: string };
const check = checkedBy(createApiKey.body, (values: Values) => values);

/** Asks for the name of a new key, then shows the key: this is the only time. */
export function NewApiKey({ onClose }: { onClose: () => void }) {
  const create = useCreateApiKey();
  const { secret: key, show } = useShownOnce<string>();
  const form = useForm({ defaultValues: { name: '' }, resolver: check });
  if (key !== null)
    return <SecretDialog title={texts.keyTitle} secret={key} note={texts.keyNote} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={texts.createTitle} description={texts.createText}>
      <DialogForm
        form={form}
        submitLabel={texts.create}
        save={async (body) => show((await create({ body })).data.key, texts.notShown(body.name))}
        failure={texts.createFailed}
        onClose={onClose}
      >
        <Field label={texts.name} required error={form.formState.errors.name?.message} hint={texts.nameHint}>
          <Input {...form.register('name')} autoComplete="off" dir="auto" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
