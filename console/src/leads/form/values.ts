import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { Currency, Money } from '@crm/events/language/money.ts';
import type { FieldKind } from '@crm/events/leads/fields/kinds.ts';
import {
  type FieldGroup,
  type FieldName,
  fieldList,
  type KindOf,
  type LeadFields,
} from '@crm/events/leads/fields/list.ts';
import type { PaymentMode } from '@crm/events/leads/vocabulary.ts';
import { changed } from '../../form/changed.ts';
import { amountText, typedMinor } from '../../format/money.ts';

/** The fields of the catalogue that the form has. */
export type FormField = {
  [Name in FieldName]: LeadFields[Name] extends { input: 'form' } ? Name : never;
}[FieldName];
/** The value of an input: text as it is typed, blank for an empty field. */
type Typed<Kind extends FieldKind> = Kind extends 'flag'
  ? boolean
  : Kind extends 'currency'
    ? Currency
    : Kind extends 'paymentMode'
      ? PaymentMode
      : string;

/** The form's values. The order id is only set when a lead is created. */
export type LeadValues = { orderId: string } & {
  [Name in FormField]: Typed<KindOf<LeadFields[Name]>>;
};

/** The form's fields of some groups, in the order of the catalogue. */
export function formFields(...groups: FieldGroup[]): FormField[] {
  const fields = fieldList.filter(({ group, input }) => input === 'form' && groups.includes(group));
  return fields.map(({ name }) => name as FormField); // the type keeps the same names
}

const kinds = new Map(fieldList.map(({ name, kind }) => [name, kind]));

function valuesBy(of: (name: FormField, kind: FieldKind | undefined) => string | boolean): LeadValues {
  const names = formFields('customer', 'address', 'product', 'source', 'handling');
  const values = Object.fromEntries(names.map((name) => [name, of(name, kinds.get(name))]));
  return { orderId: '', ...values } as LeadValues; // by kind, as the type
}

/** A new lead: quantity 1, cash on delivery. */
export const blankValues: LeadValues = valuesBy((_, kind) => {
  switch (kind) {
    case 'flag':
      return false;
    case 'quantity':
      return '1';
    case 'currency':
      return 'USD';
    case 'paymentMode':
      return 'cod';
    default:
      return '';
  }
});

/** The country shown in the edit form of a lead without one. */
const EDIT_COUNTRY = 'US';

export function valuesOf(lead: Lead): LeadValues {
  return valuesBy((name, kind) => {
    if (name === 'offer') return lead.offer?._id ?? '';
    if (name === 'country') return lead.country ?? EDIT_COUNTRY;
    const value = lead[name];
    if (typeof value === 'number' && (kind === 'price' || kind === 'optionalAmount'))
      return amountText(value);
    return typeof value === 'boolean' ? value : String(value ?? '');
  });
}

/** Only prepaid and partial orders have an advance. */
export function takesAdvance(mode: PaymentMode): boolean {
  return mode !== 'cod';
}

/** Price times quantity; null while one of them is not yet a number. */
export function totalOf(values: Pick<LeadValues, 'price' | 'quantity' | 'currency'>): Money | null {
  const each = typedMinor(values.price);
  const count = values.quantity.trim();
  return each !== null && /^\d+$/.test(count)
    ? { minor: each * Number(count), currency: values.currency }
    : null;
}

/** The body of a new lead. */
export function createBody(values: LeadValues) {
  return { ...values, advanceAmount: advanceOf(values, ''), offer: values.offer || undefined };
}

/** The body of an edit: the changed fields, blank for removed values. */
export function editBody(lead: Lead, values: LeadValues): Partial<LeadValues> {
  const before = valuesOf(lead);
  // The change to cash on delivery clears the advance. A lead that came with both keeps it.
  const idleAdvance = takesAdvance(lead.paymentMode) ? '' : before.advanceAmount;
  const changes = changed(before, { ...values, advanceAmount: advanceOf(values, idleAdvance) });
  // A lead without a country gets the displayed one together with a new address.
  const addressed = formFields('address').some((name) => changes[name]);
  if (lead.country === null && addressed) changes.country = values.country;
  return changes;
}

/** @param idle the advance of an order that takes none: its input is hidden, whatever was typed before */
const advanceOf = ({ paymentMode, advanceAmount }: LeadValues, idle: string): string =>
  takesAdvance(paymentMode) ? advanceAmount : idle;
