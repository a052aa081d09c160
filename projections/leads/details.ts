import { hasAddress, type LeadDetails } from '@crm/events/leads/details.ts';
import { fieldList } from '@crm/events/leads/fields/list.ts';
import { nationalNumber } from '../search/phone.ts';
import type { LeadRow } from './row.ts';

/** Sets a row's columns of a lead's details, with the columns derived from them. @returns the row itself */
export function withDetails(row: LeadRow, details: LeadDetails): LeadRow {
  const groups: Record<string, Record<string, unknown>> = details;
  const columns: Record<string, unknown> = row;
  row.has_address = hasAddress(details.address);
  for (const { group, key, column, matched } of fieldList) {
    const value = groups[group]?.[key];
    columns[column] = value;
    if (matched)
      columns[matched.column] = typeof value === 'string' ? matchable(value, matched.by, details) : null;
  }
  return row;
}

const matchable = (value: string, by: 'national number' | 'lower case', { address }: LeadDetails) =>
  by === 'national number' ? nationalNumber(value, address.country) : value.toLowerCase();

/** The details that a row's columns hold: the reverse of `withDetails`, so that an edit is applied by the event's rules. */
export function detailsOf(row: LeadRow): LeadDetails {
  const columns: Record<string, unknown> = row;
  const details: Record<string, Record<string, unknown>> = {};
  for (const { group, key, column } of fieldList) {
    details[group] ??= {};
    details[group][key] = columns[column];
  }
  return details as LeadDetails; // each field of the catalogue has its column
}
