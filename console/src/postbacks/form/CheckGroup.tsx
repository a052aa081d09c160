import { useId } from 'react';
import { type FieldPathByValue, useFormContext } from 'react-hook-form';
import { CheckField } from '../../ui/CheckField.tsx';
import type { Option } from '../../ui/Select.tsx';
import { ErrorLine } from './Rows.tsx';
import type { PostbackValues } from './values.ts';

type CheckGroupProps = {
  name: FieldPathByValue<PostbackValues, string[]>;
  label: string;
  required?: boolean;
  hint: string;
  error?: string | undefined;
  options: readonly Option[];
};

/** A group of checkboxes. */
export function CheckGroup({ name, label, required = false, hint, error, options }: CheckGroupProps) {
  const { register } = useFormContext<PostbackValues>();
  const hintId = useId();
  return (
    <fieldset aria-describedby={hintId} className="min-w-0">
      <legend className="text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden className="text-bad">
            {' *'}
          </span>
        )}
      </legend>
      <p id={hintId} className="text-xs text-muted">
        {hint}
      </p>
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1.5 max-md:mt-0 max-md:gap-y-0">
        {options.map(({ value, label: text }) => (
          <CheckField key={value} label={text} {...register(name)} value={value} />
        ))}
      </div>
      {error && <ErrorLine text={error} />}
    </fieldset>
  );
}
