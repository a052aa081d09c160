import { changeSettings } from '@crm/contracts/tenants/settings.ts';
import { useForm } from 'react-hook-form';
import { boundsOf } from '../../form/boundsOf.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { PanelForm } from '../../form/PanelForm.tsx';
import { saveValues } from '../../form/saveValues.ts';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedGuard } from '../../url/useUnsavedGuard.tsx';
import { useTypeSetting } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { useChangedMeanwhile } from './useChangedMeanwhile.tsx';

const texts = profileTexts.organization.overdueHours;

const bounds = boundsOf(changeSettings.body.shape.overdueHours);

type Values = { overdueHours: string };
const check = checkedBy(changeSettings.body.required({ overdueHours: true }), ({ overdueHours }: Values) => ({
  // Number('') is 0, which the schema refuses with the range.
  overdueHours: Number(overdueHours),
}));

/** After how many hours without a change an open lead is overdue. */
export function OverdueHours({ hours }: { hours: number }) {
  const change = useTypeSetting('overdueHours');
  const form = useForm({
    values: { overdueHours: String(hours) },
    // Another admin's new value does not overwrite a typed one.
    resetOptions: { keepDirtyValues: true, keepDirty: true },
    resolver: check,
  });
  const { errors, isDirty } = form.formState;
  const changedMeanwhile = useChangedMeanwhile(String(hours), form.watch('overdueHours'), form.formState);
  const guard = useUnsavedGuard(isDirty);

  return (
    <PanelForm
      title={texts.title}
      form={form}
      submitLabel={texts.save}
      disabled={!isDirty}
      save={async ({ overdueHours }) => {
        await saveValues(form, () => change(overdueHours, hours));
        toast.success(texts.saved);
      }}
      failure={texts.failed}
    >
      <Field label={texts.label} required error={errors.overdueHours?.message} hint={texts.hint}>
        <Input {...form.register('overdueHours')} type="number" {...bounds} />
      </Field>
      {changedMeanwhile}
      {guard.dialog}
    </PanelForm>
  );
}
