import { Plus, X } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Input } from '../ui/Input.tsx';
import { planTexts } from './texts.ts';
import type { PlanValues } from './values.ts';

const texts = planTexts.form;

/** The features of a plan, one input each. The last one cannot be removed. */
export function FeatureRows() {
  const { control, register, formState } = useFormContext<PlanValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'features' });
  const errors = formState.errors.features;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{texts.features}</legend>
      {fields.map(({ id }, at) => (
        <div key={id} className="flex flex-col gap-1">
          <div className="flex items-center gap-1">
            <Input
              {...register(`features.${at}.text`)}
              aria-label={texts.feature(at + 1)}
              aria-invalid={Boolean(errors?.[at])}
              autoComplete="off"
              dir="auto"
              className="flex-1"
            />
            <IconButton
              icon={X}
              label={texts.removeFeature(at + 1)}
              disabled={fields.length === 1}
              onClick={() => remove(at)}
            />
          </div>
          {errors?.[at]?.message && (
            <p role="alert" className="text-sm text-bad">
              {errors[at].message}
            </p>
          )}
        </div>
      ))}
      {errors?.message && (
        <p role="alert" className="text-sm text-bad">
          {errors.message}
        </p>
      )}
      <Button
        size="sm"
        variant="secondary"
        icon={Plus}
        className="self-start"
        onClick={() => append({ text: '' })}
      >
        {texts.addFeature}
      </Button>
    </fieldset>
  );
}
