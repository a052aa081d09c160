import { cleanPhone, isPhone, lenientEmail, MOST_QUANTITY, mostTotal } from '@crm/contracts/fields.ts';
import { isOrderId, ORDER_ID_LENGTH } from '@crm/contracts/leads/order-id.ts';
import type { UploadField } from '@crm/contracts/leads/upload-columns.ts';
import { texts } from '@crm/contracts/texts.ts';
import type { OfferId } from '@crm/events/ids.ts';
import { type Currency, toMinor } from '@crm/events/language/money.ts';
import { cutText, isStorable } from '@crm/events/language/text.ts';
import { blankDetails, type LeadDetails, normalisePhone } from '@crm/events/leads/details.ts';
import { type FieldGroup, fieldList } from '@crm/events/leads/fields/list.ts';
import {
  type LeadStatus,
  leadStatuses,
  type PaymentMode,
  paymentModes,
} from '@crm/events/leads/vocabulary.ts';
import { letterOf, type Row } from '../file/sheet.ts';
import { good, type Read, wrong } from './cell.ts';
import type { Columns } from './columns.ts';
import { countryOf } from './countries.ts';
import { commonCurrency, readCurrency } from './currency.ts';
import { derivedOrderId } from './order-id.ts';
import { type DateRules, readAmount, readDate, readWhole } from './values.ts';

/** Settings for all rows of an upload. */
export type Rules = DateRules & {
  offer: { id: OfferId; name: string; price: number; currency: Currency };
  useOfferPrice: boolean;
};

/** A row that can become a lead. */
export type UploadedLead = {
  orderId: string;
  /** ISO instant; null when the row has no date. */
  orderedAt: string | null;
  details: LeadDetails;
  status: LeadStatus;
  reason: string | null;
  comment: string | null;
};

/** Reads a row as a lead, or returns all its errors, each with its column. */
export function leadOf(row: Row, columns: Columns, rules: Rules): UploadedLead | { errors: string[] } {
  // The column of a wrong cell may be left out.
  const wrongCells = row.wrong.filter(({ column }) => (columns.found[column]?.field ?? null) !== null);
  const errors = wrongCells.map(({ message }) => message);
  const fields = reader(row, columns, errors);
  const { text, read } = fields;

  const first = text('Customer', 100);
  if (first === null) errors.push(`${fields.nameOf('Customer')} is required`);
  const fullName = [first, text('Lastname', 100)].filter((part) => part !== null).join(' ');
  if (first !== null && (fullName.length < 2 || fullName.length > 100))
    errors.push(`${fields.nameOf('Customer')} must have 2 to 100 characters, with Lastname`);

  const phone = read('Phone', readPhone);
  if (phone === null && !fields.has('Phone')) errors.push(`${fields.nameOf('Phone')} is required`);
  const product = productOf(fields, rules, errors);
  const { date, orderId } = orderOf(fields, rules, [normalisePhone(phone ?? ''), fullName.toLowerCase()]);
  const status = read('Status', readStatus) ?? 'processing';
  const reason = text('Decline reason', 500);

  const details: LeadDetails = {
    customer: {
      ...blankDetails.customer,
      fullName,
      phone: phone ?? '',
      ...readFields('customer', fields),
    },
    address: {
      ...blankDetails.address,
      ...readFields('address', fields),
    },
    product,
    source: {
      ...blankDetails.source,
      orderSource: 'import',
      ...readFields('source', fields),
      extra: extraOf(fields, status === 'processing' ? reason : null),
    },
    handling: { ...blankDetails.handling, ...readFields('handling', fields) },
  };
  const comment = text('Comment', 2000);
  if (errors.length > 0) return { errors: [...new Set(errors)] };
  return {
    orderId,
    orderedAt: date,
    details,
    status,
    reason: status === 'processing' ? null : reason,
    comment,
  };
}

type Fields = ReturnType<typeof reader>;

/** Reads the fields of a group that each come from one column, except the customer's name and phone. */
function readFields<G extends FieldGroup>(group: G, { text, read }: Fields): Partial<LeadDetails[G]> {
  const values: Record<string, unknown> = {};
  for (const { group: own, name, key, kind, upload, min = 0, max = 0 } of fieldList) {
    if (own !== group || !upload || name === 'fullName' || name === 'phone') continue;
    const column = upload.column as UploadField; // every column of the catalogue is an upload field
    switch (kind) {
      case 'text':
        values[key] = text(column, max, min);
        break;
      case 'optionalPhone':
        values[key] = read(column, readPhone);
        break;
      case 'email':
        values[key] = read(column, readEmail);
        break;
      case 'age':
        values[key] = read(column, (age) => readWhole(age, 150));
        break;
      case 'country':
        values[key] = read(column, readCountry);
        break;
      default:
        throw new Error(`An upload cannot fill ${name}: no way to read a ${kind}`);
    }
  }
  return values as Partial<LeadDetails[G]>; // the switch reads each value by the kind of its field
}

/** Returns functions that read the cells of a row by field and add problems to `errors`. */
function reader(row: Row, columns: Columns, errors: string[]) {
  const cellOf = (field: UploadField) => {
    const at = columns.at.get(field);
    return at === undefined ? '' : (row.cells[at]?.trim() ?? '');
  };
  /** The field's name in the guide, followed by the file's own name when it differs. */
  const nameOf = (field: UploadField) => {
    const at = columns.at.get(field);
    const own = at === undefined ? field : columns.found[at]?.name;
    return own === field ? field : `${field} (column ${own})`;
  };
  const isWrong = (field: UploadField) => row.wrong.some(({ column }) => column === columns.at.get(field));
  if (row.cells.length > columns.found.length)
    errors.push(
      `The row has ${row.cells.length} cells, the header has ${columns.found.length}: is there a comma or semicolon that should be in quotes?`,
    );
  for (const [column, cell] of row.cells.entries())
    if (!isStorable(cell)) errors.push(`Column ${letterOf(column)}: ${texts.badCharacters}`);
  return {
    cellOf,
    nameOf,
    has: (field: UploadField) => cellOf(field) !== '',
    /** The currency that the cell's number format shows; '' without one. */
    signOf: (field: UploadField) =>
      row.signs.find(({ column }) => column === columns.at.get(field))?.sign ?? '',
    additional: () =>
      columns.additional.map((at): [string, string] => [
        columns.found[at]?.name ?? '',
        row.cells[at]?.trim() ?? '',
      ]),
    text(field: UploadField, most: number, least = 0): string | null {
      const cell = cellOf(field);
      if (cell === '' || isWrong(field)) return null;
      if (cell.length > most) errors.push(`${nameOf(field)} cannot exceed ${most} characters`);
      if (cell.length < least) errors.push(`${nameOf(field)} must be at least ${least} characters`);
      return cell;
    },
    read<T>(field: UploadField, how: (cell: string) => Read<T>): T | null {
      const cell = cellOf(field);
      if (cell === '' || isWrong(field)) return null;
      const read = how(cell);
      if (read.kind === 'good') return read.value;
      errors.push(`${nameOf(field)} ${read.why}`);
      return null;
    },
  };
}

/**
 * Reads the order date and id. A row without an ID gets one derived from phone, name, date, money and offer: from the date
 * as it is written, so that the same file is known again after the organisation has changed its time zone.
 */
function orderOf(
  { text, read, cellOf, has }: Fields,
  rules: Rules,
  person: readonly string[],
): { date: string | null; orderId: string } {
  const date = read('Date', (cell) => readDate(cell, rules));
  const own = text('ID', ORDER_ID_LENGTH);
  if (own !== null)
    read('ID', (cell) => (isOrderId(cell) ? good(cell) : wrong('cannot contain spaces or commas')));
  const money = has('ID') ? [] : [cellOf('Amount'), cellOf('Price')];
  const orderId = own ?? derivedOrderId([rules.offer.id, ...person, date?.written ?? '', ...money]);
  return { date: date?.instant ?? null, orderId };
}

/**
 * Reads the product. Amount is the total and Price the unit price. With both and no Quantity, the quantity is Amount
 * divided by Price if that is a whole number, otherwise 1.
 */
function productOf(
  fields: Fields,
  { offer, useOfferPrice }: Rules,
  errors: string[],
): LeadDetails['product'] {
  const { text, read } = fields;
  const fromCell = read('Quantity', (cell) => readWhole(cell, MOST_QUANTITY));
  const common = {
    ...blankDetails.product,
    offerId: offer.id,
    name: text('Offer', 200) ?? offer.name,
    paymentMode: read('Payment mode', readPaymentMode) ?? 'cod',
  };
  if (useOfferPrice) {
    const { price, currency } = offer;
    const quantity = fromCell ?? 1;
    return { ...common, currency, price, quantity, total: price * quantity };
  }
  const { currency, amount, price } = moneyOf(fields, errors);
  const divided = amount === null || price === null ? 1 : amount / price;
  const quantity = fromCell ?? (Number.isInteger(divided) && divided <= MOST_QUANTITY ? divided : 1);
  const most = mostTotal(quantity);
  if (amount !== null && amount > toMinor(most))
    errors.push(`${fields.nameOf('Amount')} cannot exceed ${most}`);
  return {
    ...common,
    currency,
    quantity,
    price: price ?? Math.round((amount ?? 0) / quantity),
    total: amount ?? (price ?? 0) * quantity,
  };
}

const moneyColumns = ['Cash (currency)', 'Amount', 'Price'] as const satisfies readonly UploadField[];

/** Whether the currency of a number format belongs to the value of this field. */
export const isMoney = (field: UploadField | null | undefined): boolean =>
  moneyColumns.some((column) => column === field);

/**
 * Reads Amount and Price in minor units. Their currency has a column, or its code or sign is beside the number or in the
 * format of its cell.
 */
function moneyOf({ read, has, nameOf, signOf }: Fields, errors: string[]) {
  const readMoney = <T>(field: (typeof moneyColumns)[number], how: (cell: string) => Read<T>) =>
    read(field, (cell) => how(signOf(field) + cell));
  const column = readMoney('Cash (currency)', readCurrency);
  const amount = readMoney('Amount', (cell) => readAmount(cell, mostTotal(MOST_QUANTITY)));
  const price = readMoney('Price', (cell) => readAmount(cell));
  if (!has('Amount') && !has('Price')) errors.push(`${nameOf('Amount')} or ${nameOf('Price')} is required`);
  const meant = [...(column ? [column] : []), ...(amount?.meant ?? []), ...(price?.meant ?? [])];
  const currency = meant.length === 0 ? 'INR' : commonCurrency(meant);
  if (currency === null) errors.push('Amount, Price and Cash (currency) have different currencies');
  return { currency: currency ?? 'INR', amount: amount?.minor ?? null, price: price?.minor ?? null };
}

const additionalNames = {
  IP: 'ip',
  'Tracking code': 'tracking_code',
  Company: 'company',
  Manager: 'manager',
  'UTM Source': 'utm_source',
  'UTM Campaign': 'utm_campaign',
  'UTM Content': 'utm_content',
  'UTM Term': 'utm_term',
  'UTM Medium': 'utm_medium',
} as const satisfies Partial<Record<UploadField, string>>;

const MOST_ADDITIONAL = 30;
const LONGEST_ADDITIONAL = 200;

function extraOf({ text, additional }: Fields, reason: string | null): Record<string, string> {
  const kept: [string, string][] = [];
  for (const [column, name] of Object.entries(additionalNames)) {
    // The keys of `additionalNames` are upload fields.
    const value = text(column as keyof typeof additionalNames, LONGEST_ADDITIONAL);
    if (value !== null) kept.push([name, value]);
  }
  if (reason !== null) kept.push(['decline_reason', cutText(reason, LONGEST_ADDITIONAL)]);
  for (const [name, value] of additional())
    if (value !== '') kept.push([name, cutText(value, LONGEST_ADDITIONAL)]);
  return Object.fromEntries(kept.slice(0, MOST_ADDITIONAL));
}

function readPhone(cell: string): Read<string> {
  const phone = cleanPhone(cell);
  if (isPhone(phone)) return good(phone);
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(cell))
    return wrong(
      `${cell} was cut short by a spreadsheet program: format the column as text and write it again`,
    );
  return wrong('must have 7 to 15 digits with an optional leading +');
}

function readEmail(cell: string): Read<string> {
  return lenientEmail.safeParse(cell).success ? good(cell) : wrong('must be a valid email address');
}

function readCountry(cell: string): Read<string> {
  const code = countryOf(cell);
  return code === null ? wrong('must be a 2-letter code or the name of a country') : good(code);
}

function readStatus(cell: string): Read<LeadStatus> {
  const status = leadStatuses.find((one) => one === cell.toLowerCase());
  return status ? good(status) : wrong(`must be one of ${leadStatuses.join(', ')}`);
}

function readPaymentMode(cell: string): Read<PaymentMode> {
  const mode = paymentModes.find((one) => one === cell.toLowerCase());
  return mode ? good(mode) : wrong(`must be one of ${paymentModes.join(', ')}`);
}
