import { renameOrganization } from '@crm/contracts/tenants/settings.ts';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../../form/checkedBy.ts';
import { PanelForm } from '../../form/PanelForm.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedGuard } from '../../url/useUnsavedGuard.tsx';
import { useRenameOrganization } from '../commands.ts';

type Values = { organizationName: string };
const check = checkedBy(renameOrganization.body, (values: Values) => values);

/** The organisation's name, shown at the top of the sidebar. */
export function OrganizationName({ name }: { name: string }) {
  const rename = useRenameOrganization();
  const form = useForm({
    values: { organizationName: name },
    // Another admin's new name does not overwrite typed text.
    resetOptions: { keepDirtyValues: true },
    resolver: check,
  });
  const { errors, isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const blank = form.watch('organizationName').trim() === '';

  return (
    <PanelForm
      title="Organization"
      form={form}
      submitLabel="Save"
      disabled={blank || !isDirty}
      save={async (body) => {
        const { message } = await rename({ body });
        form.reset(form.getValues());
        toast.success(message ?? 'Organization name updated successfully');
      }}
      failure="Failed to update organization name"
    >
      <Field
        label="Organization Name"
        required
        error={errors.organizationName?.message}
        hint="Everybody in the organization sees it at the head of the sidebar."
      >
        <Input {...form.register('organizationName')} autoComplete="organization" dir="auto" />
      </Field>
      {guard.dialog}
    </PanelForm>
  );
}
