import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { Select } from '../ui/Select.tsx';

type Name = 'price' | 'currency';

type PriceFieldsProps = {
  texts: Record<Name, string>;
  currencies: readonly string[];
  register: (name: Name) => UseFormRegisterReturn;
  errors: Partial<Record<Name, FieldError>>;
};

/** The two fields of a price in a form. */
export function PriceFields({ texts, currencies, register, errors }: PriceFieldsProps) {
  const options = currencies.map((value) => ({ value, label: value }));
  return (
    <>
      <Field label={texts.price} required error={errors.price?.message}>
        <Input {...register('price')} inputMode="decimal" autoComplete="off" placeholder="0.00" />
      </Field>
      <Field label={texts.currency} required error={errors.currency?.message}>
        <Select {...register('currency')} options={options} />
      </Field>
    </>
  );
}
