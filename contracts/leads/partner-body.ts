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
 * A partner's body as the contract has it. Programs in many languages send a phone, a postal code or a click's id as a number, and
 * 'COD' or 'inr' in their own letters: all of them mean one value, so no lead is refused for it. A number that JSON has
 * rounded, or writes with an exponent, stays one and is refused: its digits are not what was sent. The body itself is not changed.
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
