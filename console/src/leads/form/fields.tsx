import type { InputHTMLAttributes } from 'react';
import { useFormContext } from 'react-hook-form';
import { CheckField } from '../../ui/CheckField.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { type Option, Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import type { LeadValues } from './values.ts';

/** The fields of the lead form by value type; each finds its value and its error by its name. */
type Named<Value> = {
  name: { [K in keyof LeadValues]: LeadValues[K] extends Value ? K : never }[keyof LeadValues];
  label: string;
  required?: boolean;
  hint?: string;
  className?: string;
};

type TextFieldProps = Named<string> &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'inputMode' | 'autoComplete' | 'disabled' | 'placeholder' | 'autoFocus'
  >;

export function TextField({ name, label, required = false, hint, className, ...input }: TextFieldProps) {
  const { register, error } = useField(name);
  return (
    <Field label={label} required={required} error={error} hint={hint} {...(className && { className })}>
      <Input dir="auto" autoComplete="off" {...input} {...register(name)} />
    </Field>
  );
}

export function LongTextField({ name, label, hint, className }: Named<string>) {
  const { register, error } = useField(name);
  return (
    <Field label={label} error={error} hint={hint} {...(className && { className })}>
      <Textarea dir="auto" {...register(name)} />
    </Field>
  );
}

type SelectFieldProps = Named<string> & { options: readonly Option[] };

export function SelectField({ name, label, required = false, hint, className, options }: SelectFieldProps) {
  const { register, error } = useField(name);
  return (
    <Field label={label} required={required} error={error} hint={hint} {...(className && { className })}>
      <Select options={options} {...register(name)} />
    </Field>
  );
}

export function FlagField({ name, label, hint }: Named<boolean>) {
  const { register } = useField(name);
  return <CheckField label={label} hint={hint} {...register(name)} />;
}

function useField(name: keyof LeadValues) {
  const { register, getFieldState, formState } = useFormContext<LeadValues>();
  return { register, error: getFieldState(name, formState).error?.message };
}
