import { LONGEST_FILTER } from '@crm/contracts/limits.ts';
import { cutText } from '@crm/events/language/text.ts';
import { connections } from '@crm/events/leads/connection.ts';
import { isOpen } from '@crm/events/leads/open.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { HOUR_MS } from '../durations.ts';
import type { CallState, LeadRow } from './row.ts';

/** The values by which the leads list filters, as stored in the bitmap index `lead_bitmaps`. */
export const filterValue = {
  /** Every lead has this value. */
  lead: 'lead',
  status: (status: LeadStatus) => `status ${status}`,
  operator: (id: string) => `operator ${id}`,
  unassigned: 'unassigned',
  offer: (id: string) => `offer ${id}`,
  address: 'address',
  call: (state: CallState) => `call ${state}`,
  /** A predefined reason (events/leads/connection.ts), in lower case. */
  reason: (reason: string) => `reason ${reason}`,
  pending: 'pending',
  /** A pending request for this status. */
  requested: (status: LeadStatus) => `requested ${status}`,
  rejected: 'rejected',
  /** A status that is not decided: events/leads/open.ts. */
  open: 'open',
  /** Its personal data was erased: it can no longer be worked on, and is neither in a work queue nor overdue nor urgent. */
  erased: 'erased',
  /** An open lead's hour of the last event, in hours since 1970: overdue leads are those without a recent hour. */
  touched: (hour: number) => `touched ${hour}`,
  /** Marked urgent by a user. */
  marked: 'urgent',
} as const;

/** The hour that contains an instant (in ms), in hours since 1970. */
export const hourOf = (instant: number): number => Math.floor(instant / HOUR_MS);

export function filterValuesOf(row: LeadRow): string[] {
  const values = [filterValue.lead, filterValue.status(row.status), filterValue.call(row.call_state)];
  values.push(row.operator_id === null ? filterValue.unassigned : filterValue.operator(row.operator_id));
  if (row.offer_id !== null) values.push(filterValue.offer(row.offer_id));
  if (row.has_address) values.push(filterValue.address);
  if (row.pending_to !== null) values.push(filterValue.pending, filterValue.requested(row.pending_to));
  if (row.rejected_at !== null) values.push(filterValue.rejected);
  if (isOpen(row.status)) values.push(filterValue.open);
  values.push(...(row.erased_at === null ? workValuesOf(row) : [filterValue.erased]));
  if (row.call_reason && row.own_reason === null)
    values.push(filterValue.reason(row.call_reason.toLowerCase()));
  return values;
}

function workValuesOf(row: LeadRow): string[] {
  const values: string[] = [];
  if (isOpen(row.status)) values.push(filterValue.touched(hourOf(row.updated_at.getTime())));
  if (row.is_urgent) values.push(filterValue.marked);
  return values;
}

const predefined = new Set(
  connections.flatMap(({ reasons }) => reasons.map((reason: string) => reason.toLowerCase())),
);

/**
 * A custom reason in lower case, cut off; null for a predefined one. There may be as many custom reasons as leads, so they
 * use the index leads_own_reason instead of one bitmap each. Postgres refuses entries of an index above 2,704 bytes, and no
 * filter has a longer text.
 */
export function ownReason(reason: string): string | null {
  const lower = reason.toLowerCase();
  return lower === '' || predefined.has(lower) ? null : cutText(lower, LONGEST_FILTER);
}
