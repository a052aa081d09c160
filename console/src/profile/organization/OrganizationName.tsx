import { renameOrganization } from '@crm/contracts/tenants/settings.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../../api/checkedBy.ts';
import { placeErrors } from '../../api/placeErrors.ts';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedGuard } from '../../url/useUnsavedGuard.tsx';
import { useRenameOrganization } from '../commands.ts';
import { PanelForm } from '../PanelForm.tsx';

type Values = { organizationName: string };
const check = checkedBy(renameOrganization.body, (values: Values) => values);

/** The organisation's name, shown at the top of the sidebar. */
export function OrganizationName({ name }: { name: string }) {
  const rename = useRenameOrganization();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    values: { organizationName: name },
    // Another admin's new name does not overwrite typed text.
    resetOptions: { keepDirtyValues: true },
    resolver: check,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const blank = form.watch('organizationName').trim() === '';

  const submit = form.handleSubmit(async (body) => {
    setProblem(null);
    try {
      const { message } = await rename({ body });
      form.reset(form.getValues());
      toast.success(message ?? 'Organization name updated successfully');
    } catch (error) {
      setProblem(placeErrors(error, form, 'Failed to update organization name'));
    }
  });

  return (
    <PanelForm
      title="Organization"
      submitLabel="Save"
      busy={isSubmitting}
      disabled={blank || !isDirty}
      problem={problem}
      onSubmit={submit}
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
