/**
 * The names that a postback may fill in: the lead's fields as they are called everywhere, and what happened
 * to it. `extra.NAME` is a field that a partner sent with the lead and that has no name here.
 */
export const eventPlaceholders = ['event', 'eventId', 'eventTime', 'previousStatus'] as const;
export const leadPlaceholders = [
  '_id',
  'orderId',
  'status',
  'statusReason',
  'fullName',
  'phone',
  'alternatePhone',
  'email',
  'age',
  'address',
  'address2',
  'landmark',
  'area',
  'postOffice',
  'district',
  'city',
  'state',
  'postIndex',
  'nearBy',
  'country',
  'offerId',
  'offerName',
  'productName',
  'productToBeShipped',
  'quantity',
  'price',
  'total',
  'currency',
  'paymentMode',
  'advanceAmount',
  'orderSource',
  'webmaster',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'remarks',
  'isUrgent',
  'requiresCallback',
  'operatorName',
  'createdAt',
  'updatedAt',
] as const;

export const placeholders = [...eventPlaceholders, ...leadPlaceholders] as const;
type Placeholder = (typeof placeholders)[number];

/** What a placeholder may come to: JSON knows the difference, everything else writes it as text. */
export type PlaceholderValue = string | number | boolean | null;
/** A value for every placeholder, and for each `extra.NAME` that the lead came with. */
export type PlaceholderValues = Record<Placeholder, PlaceholderValue> & {
  [extra: `extra.${string}`]: string;
};

const known: ReadonlySet<string> = new Set(placeholders);
const extra = /^extra\.[^{}\s]{1,100}$/;

export const isPlaceholder = (name: string): boolean => known.has(name) || extra.test(name);

/** The value of a name that passed `isPlaceholder`; an extra field that this lead does not have is empty. */
export function filledBy(values: PlaceholderValues, name: string): PlaceholderValue {
  if (!Object.hasOwn(values, name)) return null;
  // Its own, just asked: a placeholder or an extra field.
  return values[name as Placeholder];
}

/** As text: nothing for null; half of a surrogate pair, which no encoding can send, becomes the replacement sign. */
export const textOf = (value: PlaceholderValue): string =>
  value === null ? '' : String(value).toWellFormed();

/** A piece of a template: text as it stands, or the name between two double braces. */
export type Piece = { kind: 'text'; text: string } | { kind: 'name'; name: string };

/** Takes a template apart at its `{{name}}`s; whatever stands between double braces counts as a name. */
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

/** What is wrong with a template's names, in words for the field; null when nothing is. */
export function unknownIn(template: string): string | null {
  const unknown = namesIn(template).find((name) => !isPlaceholder(name));
  if (unknown !== undefined) return `Unknown placeholder: ${unknown === '' ? '(no name)' : unknown}`;
  return null;
}
