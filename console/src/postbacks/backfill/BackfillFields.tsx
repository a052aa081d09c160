import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import type { BackfillValues } from './values.ts';

type Named = { _id: string; name: string; isActive: boolean };

export function BackfillFields({ postbacks }: { postbacks: readonly Named[] }) {
  const { register, formState } = useFormContext<BackfillValues>();
  const { errors } = formState;
  return (
    <>
      <Field label="Postback" required error={errors.postback?.message}>
        <Select
          {...register('postback')}
          options={[
            { value: '', label: 'Select a postback' },
            ...postbacks.map(({ _id, name, isActive }) => ({
              value: _id,
              label: isActive ? name : `${name} (inactive)`,
            })),
          ]}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="From" required error={errors.startDate?.message}>
          <Input {...register('startDate')} type="date" />
        </Field>
        <Field label="To" required error={errors.endDate?.message}>
          <Input {...register('endDate')} type="date" />
        </Field>
      </div>
      <Field
        label="At most (a second)"
        required
        error={errors.perSecond?.message}
        hint="1 to 1000. What happens now is sent beside it, at once."
      >
        <Input {...register('perSecond')} type="number" />
      </Field>
    </>
  );
}
