import { type FieldName, fieldList, type LeadFields } from '../leads/fields/list.ts';

/**
 * The names that a postback may fill in: the fields of the lead (events/leads/fields.ts) and facts of the event.
 * `extra.NAME` is a field that a partner sent with the lead and that has no name here.
 */
export const eventPlaceholders = ['event', 'eventId', 'eventTime', 'previousStatus'] as const;

export type FieldPlaceholder = {
  [Name in FieldName]: LeadFields[Name] extends { placeholder: true } ? Name : never;
}[FieldName];

const fieldPlaceholders = (...groups: string[]): FieldPlaceholder[] =>
  fieldList
    .filter(({ group, placeholder }) => placeholder && groups.includes(group))
    // The type keeps the names of the same fields.
    .map(({ name }) => name as FieldPlaceholder);

export const leadPlaceholders = [
  '_id',
  'orderId',
  'status',
  'statusReason',
  ...fieldPlaceholders('customer', 'address'),
  'offerId',
  'offerName',
  ...fieldPlaceholders('product', 'source', 'handling'),
  'operatorName',
  'createdAt',
  'updatedAt',
] as const;

export const placeholders = [...eventPlaceholders, ...leadPlaceholders] as const;
type Placeholder = (typeof placeholders)[number];

/** A placeholder's value. JSON keeps its type; URLs, headers and forms write it as text. */
export type PlaceholderValue = string | number | boolean | null;
/** A value per placeholder, and per `extra.NAME` of the lead. */
export type PlaceholderValues = Record<Placeholder, PlaceholderValue> & {
  [extra: `extra.${string}`]: string;
};

const known: ReadonlySet<string> = new Set(placeholders);
const extra = /^extra\.[^{}\s]{1,100}$/;

export const isPlaceholder = (name: string): boolean => known.has(name) || extra.test(name);

/** The value of a name that passed `isPlaceholder`; null for an extra field that the lead does not have. */
export function filledBy(values: PlaceholderValues, name: string): PlaceholderValue {
  if (!Object.hasOwn(values, name)) return null;
  // An own property: a placeholder or an extra field.
  return values[name as Placeholder];
}

/** Converts a value to text: '' for null; half of a surrogate pair, which cannot be encoded, becomes U+FFFD. */
export const textOf = (value: PlaceholderValue): string =>
  value === null ? '' : String(value).toWellFormed();

/** A piece of a template: literal text, or the name between double braces. */
export type Piece = { kind: 'text'; text: string } | { kind: 'name'; name: string };

/** Splits a template at its `{{name}}`s; any text between double braces counts as a name. */
export function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of template.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)) {
    if (found.index > from) pieces.push({ kind: 'text', text: template.slice(from, found.index) });
    pieces.push({ kind: 'name', name: found[1] ?? '' });
    from = found.index + found[0].length;
  }
  if (from < template.length) pieces.push({ kind: 'text', text: template.slice(from) });
  return pieces;
}

const namesIn = (template: string): string[] =>
  piecesOf(template).flatMap((piece) => (piece.kind === 'name' ? [piece.name] : []));

/** The error text for a template with an unknown name; null when all are known. */
export function unknownIn(template: string): string | null {
  const unknown = namesIn(template).find((name) => !isPlaceholder(name));
  if (unknown !== undefined) return `Unknown placeholder: ${unknown === '' ? '(no name)' : unknown}`;
  return null;
}
