import { renameOrganization } from '@crm/contracts/tenants/settings.ts';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../../form/checkedBy.ts';
import { PanelForm } from '../../form/PanelForm.tsx';
import { saveValues } from '../../form/saveValues.ts';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedGuard } from '../../url/useUnsavedGuard.tsx';
import { useRenameOrganization } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { useChangedMeanwhile } from './useChangedMeanwhile.tsx';

const texts = profileTexts.organization.name;

type Values = { organizationName: string };
const check = checkedBy(renameOrganization.body, (values: Values) => values);

/** The organisation's name, shown at the top of the sidebar. */
export function OrganizationName({ name }: { name: string }) {
  const rename = useRenameOrganization();
  const form = useForm({
    values: { organizationName: name },
    // Another admin's new name does not overwrite typed text.
    resetOptions: { keepDirtyValues: true, keepDirty: true },
    resolver: check,
  });
  const { errors, isDirty } = form.formState;
  const typed = form.watch('organizationName');
  const changedMeanwhile = useChangedMeanwhile(name, typed, form.formState);
  const guard = useUnsavedGuard(isDirty);
  const blank = typed.trim() === '';

  return (
    <PanelForm
      title={texts.title}
      form={form}
      submitLabel={texts.save}
      disabled={blank || !isDirty}
      save={async (body) => {
        const { message } = await saveValues(form, () => rename({ ...body, seen: name }));
        toast.success(message ?? texts.saved);
      }}
      failure={texts.failed}
    >
      <Field label={texts.label} required error={errors.organizationName?.message} hint={texts.hint}>
        <Input {...form.register('organizationName')} autoComplete="organization" dir="auto" />
      </Field>
      {changedMeanwhile}
      {guard.dialog}
    </PanelForm>
  );
}
