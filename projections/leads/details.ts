import { hasAddress, type LeadDetails } from '@crm/events/leads/details.ts';
import { type FieldColumns, fieldList } from '@crm/events/leads/fields/list.ts';
import { nationalNumber } from './phone.ts';
import type { LeadRow } from './row.ts';

/** A lead's details as columns, with the columns derived from them. Runs for every edit and new lead of a rebuild. */
export function columnsOf(details: LeadDetails): FieldColumns & Pick<LeadRow, 'has_address'> {
  const groups: Record<string, Record<string, unknown>> = details;
  const row: Record<string, unknown> = { has_address: hasAddress(details.address) };
  for (const { group, key, column, matched } of fieldList) {
    const value = groups[group]?.[key];
    row[column] = value;
    if (matched)
      row[matched.column] = typeof value === 'string' ? matchable(value, matched.by, details) : null;
  }
  // Each field of the catalogue has its column; the type is derived from the same catalogue.
  return row as ReturnType<typeof columnsOf>;
}

const matchable = (value: string, by: 'national number' | 'lower case', { address }: LeadDetails) =>
  by === 'national number' ? nationalNumber(value, address.country) : value.toLowerCase();

/** The details that a row's columns hold: the reverse of `columnsOf`, so that an edit is applied by the event's rules. */
export function detailsOf(row: LeadRow): LeadDetails {
  const columns: Record<string, unknown> = row;
  const details: Record<string, Record<string, unknown>> = {};
  for (const { group, key, column } of fieldList) {
    details[group] ??= {};
    details[group][key] = columns[column];
  }
  return details as LeadDetails; // as above
}
