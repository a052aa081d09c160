import { type LeadDetails, normalisePhone } from '@crm/events/leads/details.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { idOf } from '@crm/events/streams.ts';
import type { Recorded } from '../projection.ts';
import { numberOf } from './numbers.ts';

/**
 * The search text of a lead in lower case: one line per field, always in the same order, so that an edit can replace
 * its line.
 */
export type SearchRow = { id: string; tenant: string; number: number; search: string };

type Lines = {
  orderId: string;
  fullName: string;
  phone: string;
  phoneDigits: string;
  alternateDigits: string;
  email: string;
  productName: string;
  webmaster: string;
};

/**
 * The row that an event updates. Only events that change the text update it, because trigram indexes are expensive to
 * update.
 */
export function searchKeyOf(event: LeadEvent & { stream: string }): { id: string } | null {
  switch (event.type) {
    case 'LeadCreated':
    case 'LeadDeleted':
      return { id: idOf(event.stream) };
    case 'LeadRestored':
      return event.data.deleted && { id: idOf(event.stream) };
    case 'LeadEdited': {
      const { customer, product, source } = event.data.changes;
      return customer || product?.name !== undefined || source?.webmaster !== undefined
        ? { id: idOf(event.stream) }
        : null;
    }
    default:
      return null;
  }
}

export function foldSearch(row: SearchRow | null, event: Recorded<LeadEvent>): SearchRow | null {
  switch (event.type) {
    case 'LeadCreated':
      return entered(event, event.data);
    case 'LeadRestored':
      return event.data.deleted ? entered(event, event.data.deleted) : row;
    case 'LeadEdited':
      return row && { ...row, search: textOf({ ...linesOf(row.search), ...said(event.data.changes) }) };
    case 'LeadDeleted':
      return null;
    default:
      return row;
  }
}

function entered(
  event: Recorded<LeadEvent>,
  { orderId, details }: { orderId: string; details: LeadDetails },
): SearchRow {
  const search = textOf({ ...blank, orderId, ...said(details) });
  return { id: idOf(event.stream), tenant: event.meta.tenant, number: numberOf(event), search };
}

const blank: Lines = {
  orderId: '',
  fullName: '',
  phone: '',
  phoneDigits: '',
  alternateDigits: '',
  email: '',
  productName: '',
  webmaster: '',
};

/** The lines that details, or an edit of them, contain. */
function said({
  customer,
  product,
  source,
}: Pick<Partial<PartialDetails>, 'customer' | 'product' | 'source'>) {
  const lines: Partial<Lines> = {};
  if (customer?.fullName !== undefined) lines.fullName = customer.fullName;
  if (customer?.phone !== undefined) {
    lines.phone = customer.phone;
    lines.phoneDigits = normalisePhone(customer.phone);
  }
  if (customer?.alternatePhone !== undefined)
    lines.alternateDigits = normalisePhone(customer.alternatePhone ?? '');
  if (customer?.email !== undefined) lines.email = customer.email ?? '';
  if (product?.name !== undefined) lines.productName = product.name;
  if (source?.webmaster !== undefined) lines.webmaster = source.webmaster ?? '';
  return lines;
}

type PartialDetails = {
  [G in keyof LeadDetails]: { [F in keyof LeadDetails[G]]?: LeadDetails[G][F] | undefined } | undefined;
};

function textOf(lines: Lines): string {
  const { orderId, fullName, phone, phoneDigits, alternateDigits, email, productName, webmaster } = lines;
  return [orderId, fullName, phone, phoneDigits, alternateDigits, email, productName, webmaster]
    .map((line) => line.replace(/\s+/g, ' ').toLowerCase())
    .join('\n');
}

function linesOf(text: string): Lines {
  const [
    orderId = '',
    fullName = '',
    phone = '',
    phoneDigits = '',
    alternateDigits = '',
    email = '',
    productName = '',
    webmaster = '',
  ] = text.split('\n');
  return { orderId, fullName, phone, phoneDigits, alternateDigits, email, productName, webmaster };
}

/**
 * Converts the text of the search box to terms: a lead must contain one term of each inner list. A phone number is
 * found with any spacing, and with or without the country prefix.
 */
export function searchTerms(typed: string): string[][] {
  const text = typed.trim().replace(/\s+/g, ' ').toLowerCase();
  if (text === '') return [];
  const digits = normalisePhone(text);
  if (/^[+\d\s\-().]+$/.test(text) && digits.length >= 7) return [[text, digits]];
  return [...new Set(text.split(' '))].slice(0, 8).map((word) => [word]);
}
