import { Currency } from '@crm/events/language/currency.ts';
import { currentCountry } from '@crm/events/leads/country.ts';
import { type FieldKind, isAmount, storedSchemas } from '@crm/events/leads/fields/kinds.ts';
import {
  type FieldName,
  fieldList,
  type KindOf,
  type LeadFields,
  type ListedField,
} from '@crm/events/leads/fields/list.ts';
import { PaymentMode } from '@crm/events/leads/vocabulary-schemas.ts';
import { z } from 'zod';
import {
  age,
  amount,
  flag,
  id,
  optional,
  optionalEmail,
  optionalPhone,
  optionalText,
  phone,
  positiveAmount,
  quantity,
  requiredText,
} from '../fields.ts';

const NO_COUNTRY = 'Must be a 2-letter country code, such as IN';
/** In upper case and as it is today, because filters, reports and duplicates compare codes letter by letter. */
const country = optionalText(2, 0, NO_COUNTRY)
  .transform((code) => (code === null ? null : currentCountry(code.toUpperCase())))
  .refine((code) => code === null || code.length === 2, { error: NO_COUNTRY });

type Lengths = Pick<ListedField, 'min' | 'max'>;

/** By kind, the schema of a field that callers may leave out. */
const optionalInputs = {
  text: ({ min, max = 0 }: Lengths) => optionalText(max, min),
  optionalPhone: () => optionalPhone,
  email: () => optionalEmail,
  country: () => country,
  age: () => optional(age),
  optionalAmount: () => optional(amount),
};
/** By kind, the schema of a field that a lead must have, or whose default depends on the call. */
const otherInputs = {
  requiredText: ({ min = 1, max = 0 }: Lengths) => requiredText(min, max),
  phone: () => phone,
  quantity: () => quantity,
  price: () => positiveAmount,
  flag: () => flag,
  currency: () => optional(Currency),
  paymentMode: () => PaymentMode,
  offer: () => optional(id),
};

type Inputs<Schemas extends { [kind: string]: (lengths: Lengths) => z.ZodType }> = {
  [Name in FieldName as LeadFields[Name] extends { input: 'server' }
    ? never
    : KindOf<LeadFields[Name]> extends keyof Schemas
      ? Name
      : never]: ReturnType<Schemas[KindOf<LeadFields[Name]>]>;
};

function inputsOf<Schemas extends { [kind: string]: (lengths: Lengths) => z.ZodType }>(schemas: Schemas) {
  const known = new Map(Object.entries(schemas));
  const inputs = fieldList.flatMap((field) => {
    const schemaOf = field.input === 'server' ? undefined : known.get(field.kind);
    return schemaOf ? [[field.name, schemaOf(field)] as const] : [];
  });
  // Built from the catalogue at runtime, as the type is from its type.
  return Object.fromEntries(inputs) as Inputs<Schemas>;
}

/** Fields that every way of making or changing a lead shares. */
export const optionalFields = inputsOf(optionalInputs);
/** The other fields that callers send: each call says itself which of them it requires. */
export const otherFields = inputsOf(otherInputs);

/** Answered differently: an offer with its name, a referer only with its lead's page (lead.ts). */
type Answered = Exclude<FieldName, 'offer' | 'referer'>;
type AnswerOf<Kind extends FieldKind> = (typeof storedSchemas)[Kind];

/** The fields of a lead in answers. Amounts are decimal numbers. */
export const answeredFields = fieldList.flatMap((field) => {
  const { name } = field;
  return name === 'offer' || name === 'referer' ? [] : { ...field, name };
});

const decimals = { price: z.number(), total: z.number(), optionalAmount: z.number().nullable() };

export const fieldAnswers = Object.fromEntries(
  answeredFields.map(({ name, kind }) => [name, isAmount(kind) ? decimals[kind] : storedSchemas[kind]]),
) as { [Name in Answered]: AnswerOf<KindOf<LeadFields[Name]>> }; // as above; an integer and a decimal are both numbers
