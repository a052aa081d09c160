import { currencies } from '@crm/events/language/money.ts';
import { fieldOf, type ListedField } from '@crm/events/leads/fields/list.ts';
import { paymentModes } from '@crm/events/leads/vocabulary.ts';
import { useFormContext } from 'react-hook-form';
import { countries, countryName } from '../countries.ts';
import { leadFormTexts } from '../texts/form.ts';
import { leadWords } from '../texts/words.ts';
import { FlagField, LongTextField, SelectField, TextField } from './fields.tsx';
import type { FormField, LeadValues } from './values.ts';

type Text = Parameters<typeof TextField>[0]['name'];
type Flag = Parameters<typeof FlagField>[0]['name'];

const currencyOptions = currencies.map((value) => ({ value, label: value }));
const paymentOptions = paymentModes.map((value) => ({ value, label: leadWords.paymentModes[value] }));

/** The input of a field of the catalogue, by its kind. `disabled` needs a hint that says why. */
export function CatalogueField({
  name,
  disabled,
  hint,
}: {
  name: FormField;
  disabled?: boolean;
  hint?: string;
}) {
  const field = fieldOf(name);
  const { kind, label } = field;
  // Casts: all kinds but a flag are typed as text.
  const text = name as Text;
  const flag = name as Flag;
  const common = {
    label,
    ...(field.wide && { className: 'sm:col-span-2' }),
    ...((hint ?? field.hint) && { hint: hint ?? field.hint }),
  };
  switch (kind) {
    case 'flag':
      return <FlagField name={flag} {...common} />;
    case 'currency':
      return <SelectField name={text} {...common} options={currencyOptions} />;
    case 'paymentMode':
      return <SelectField name={text} {...common} options={paymentOptions} />;
    case 'country':
      return <CountryField name={text} {...common} />;
    default:
      if (field.multiline) return <LongTextField name={text} {...common} />;
      return <TextField name={text} {...common} {...attributes(field)} {...(disabled && { disabled })} />;
  }
}

function attributes({ kind }: ListedField) {
  switch (kind) {
    case 'requiredText':
      return { required: true };
    case 'phone':
      return { type: 'tel', required: true };
    case 'optionalPhone':
      return { type: 'tel' };
    case 'email':
      return { type: 'email' };
    case 'age':
      return { inputMode: 'numeric' } as const;
    case 'quantity':
      return { inputMode: 'numeric', required: true } as const;
    case 'price':
      return { inputMode: 'decimal', required: true } as const;
    case 'optionalAmount':
      return { inputMode: 'decimal' } as const;
    default:
      return {};
  }
}

function CountryField(props: { name: Text; label: string }) {
  const { formState } = useFormContext<LeadValues>();
  const own = formState.defaultValues?.country ?? '';
  const codes = new Set([...countries, ...(own === '' ? [] : [own])]);
  const options = [
    { value: '', label: leadFormTexts.address.noCountry },
    ...[...codes].map((value) => ({ value, label: countryName(value) })),
  ];
  return <SelectField {...props} options={options} />;
}
