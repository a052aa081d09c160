import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { postbackTexts } from '../texts.ts';
import type { BackfillValues } from './values.ts';

type Named = { _id: string; name: string; isActive: boolean };

export function BackfillFields({ postbacks }: { postbacks: readonly Named[] }) {
  const { register, watch, formState } = useFormContext<BackfillValues>();
  const { errors } = formState;
  return (
    <>
      <Field label={postbackTexts.backfill.fields.postback} required error={errors.postback?.message}>
        <Select
          {...register('postback')}
          // The choices may come after the form: only a controlled select then shows the one that is chosen.
          value={watch('postback')}
          options={[
            { value: '', label: postbackTexts.backfill.fields.choose },
            ...postbacks.map(({ _id, name, isActive }) => ({
              value: _id,
              label: isActive ? name : postbackTexts.backfill.fields.inactive(name),
            })),
          ]}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={postbackTexts.backfill.fields.from} required error={errors.startDate?.message}>
          <Input {...register('startDate')} type="date" />
        </Field>
        <Field label={postbackTexts.backfill.fields.to} required error={errors.endDate?.message}>
          <Input {...register('endDate')} type="date" />
        </Field>
      </div>
      <Field
        label={postbackTexts.backfill.fields.perSecond}
        required
        error={errors.perSecond?.message}
        hint={postbackTexts.backfill.fields.perSecondHint}
      >
        <Input {...register('perSecond')} type="number" />
      </Field>
    </>
  );
}
