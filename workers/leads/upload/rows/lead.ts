import { isOrderId, ORDER_ID_LENGTH } from '@crm/contracts/leads/order-id.ts';
import type { UploadField } from '@crm/contracts/leads/upload-columns.ts';
import { lengthOf } from '@crm/events/language/text.ts';
import { blankDetails, type LeadDetails, normalisePhone } from '@crm/events/leads/details.ts';
import { type FieldGroup, fieldList } from '@crm/events/leads/fields/list.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import type { Row } from '../file/sheet.ts';
import { good, wrong } from './cell.ts';
import type { Columns } from './columns.ts';
import { extraOf } from './extra.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { derivedOrderId } from './order-id.ts';
import { type OfferRules, productOf } from './product.ts';
import {
  type DateRules,
  readCountry,
  readDate,
  readEmail,
  readPhone,
  readStatus,
  readWhole,
} from './values.ts';

/** Settings for all rows of an upload. */
export type Rules = DateRules & OfferRules;

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
  const fields = fieldsOf(row, columns, errors);
  const { text, read } = fields;

  const first = text('Customer', 100);
  if (first === null) errors.push(`${fields.nameOf('Customer')} is required`);
  const fullName = [first, text('Lastname', 100)].filter((part) => part !== null).join(' ');
  if (first !== null && (lengthOf(fullName) < 2 || lengthOf(fullName) > 100))
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
