import type { FieldKind } from '@crm/events/leads/fields/kinds.ts';
import { fieldList } from '@crm/events/leads/fields/list.ts';

const textKinds: readonly FieldKind[] = [
  'text',
  'requiredText',
  'phone',
  'optionalPhone',
  'email',
  'country',
];
const textFields = [
  'orderId',
  ...fieldList.filter(({ kind }) => textKinds.includes(kind)).map(({ name }) => name),
];

/**
 * Converts a partner's body to what the contract describes: numbers in text fields (a phone, a postal code, the id of a click),
 * and 'COD' or 'inr' in other letters. Their meaning is clear, so no lead is refused for them. Numbers that JSON has rounded or
 * that have an exponent stay numbers and are refused, because their digits are not what was sent. Does not change `body`.
 */
export function partnerBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const sent = body as Record<string, unknown>; // any object
  let read = sent;
  const change = (name: string, text: string) => {
    // Copied only for a change: most partners send what the contract has.
    if (read === sent) read = { ...sent };
    read[name] = text;
  };
  for (const name of textFields) {
    const value = sent[name];
    if (typeof value === 'number' && isExact(value)) change(name, String(value));
  }
  for (const [name, spelled] of spellings) {
    const value = sent[name];
    if (typeof value === 'string' && spelled(value) !== value) change(name, spelled(value));
  }
  return read;
}

const spellings = [
  ['paymentMode', (text: string) => text.trim().toLowerCase()],
  ['currency', (text: string) => text.trim().toUpperCase()],
] as const;

/** Whether the text of a number has the digits that were sent. A negative one is no phone, code or id. */
const isExact = (value: number) =>
  value >= 0 && value <= Number.MAX_SAFE_INTEGER && !String(value).includes('e');
