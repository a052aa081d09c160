import { connections } from '@crm/events/leads/connection.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
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
} as const;

export function filterValuesOf(row: LeadRow): string[] {
  const values = [filterValue.lead, filterValue.status(row.status), filterValue.call(row.call_state)];
  values.push(row.operator_id === null ? filterValue.unassigned : filterValue.operator(row.operator_id));
  if (row.offer_id !== null) values.push(filterValue.offer(row.offer_id));
  if (row.has_address) values.push(filterValue.address);
  if (row.pending_to !== null) values.push(filterValue.pending, filterValue.requested(row.pending_to));
  if (row.rejected_at !== null) values.push(filterValue.rejected);
  if (row.call_reason && row.own_reason === null)
    values.push(filterValue.reason(row.call_reason.toLowerCase()));
  return values;
}

const predefined = new Set(
  connections.flatMap(({ reasons }) => reasons.map((reason: string) => reason.toLowerCase())),
);

/**
 * A custom reason in lower case; null for a predefined one. There may be as many custom reasons as leads, so they use
 * the index leads_own_reason instead of one bitmap each.
 */
export function ownReason(reason: string): string | null {
  const lower = reason.toLowerCase();
  return lower === '' || predefined.has(lower) ? null : lower;
}
