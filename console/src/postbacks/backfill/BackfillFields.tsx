import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { postbackBackfillTexts } from '../texts/backfill.ts';
import type { BackfillValues } from './values.ts';

type Named = { _id: string; name: string; isActive: boolean };

export function BackfillFields({ postbacks }: { postbacks: readonly Named[] }) {
  const { register, watch, formState } = useFormContext<BackfillValues>();
  const { errors } = formState;
  return (
    <>
      <Field label={postbackBackfillTexts.fields.postback} required error={errors.postback?.message}>
        <Select
          {...register('postback')}
          // The choices may come after the form: only a controlled select then shows the one that is chosen.
          value={watch('postback')}
          options={[
            { value: '', label: postbackBackfillTexts.fields.choose },
            ...postbacks.map(({ _id, name, isActive }) => ({
              value: _id,
              label: isActive ? name : postbackBackfillTexts.fields.inactive(name),
            })),
          ]}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={postbackBackfillTexts.fields.from} required error={errors.startDate?.message}>
          <Input {...register('startDate')} type="date" />
        </Field>
        <Field label={postbackBackfillTexts.fields.to} required error={errors.endDate?.message}>
          <Input {...register('endDate')} type="date" />
        </Field>
      </div>
      <Field
        label={postbackBackfillTexts.fields.perSecond}
        required
        error={errors.perSecond?.message}
        hint={postbackBackfillTexts.fields.perSecondHint}
      >
        <Input {...register('perSecond')} type="number" />
      </Field>
    </>
  );
}
