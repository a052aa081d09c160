import { connections } from '@crm/events/leads/connection.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import type { CallState, LeadRow } from './row.ts';

/** The marks of a lead: of each filter of the list its value here. The words after the first are those of the filters. */
export const mark = {
  /** Every lead has it. */
  lead: 'lead',
  status: (status: LeadStatus) => `status ${status}`,
  operator: (id: string) => `operator ${id}`,
  unassigned: 'unassigned',
  offer: (id: string) => `offer ${id}`,
  address: 'address',
  call: (state: CallState) => `call ${state}`,
  /** One of the reasons that everybody knows, in small letters. */
  reason: (reason: string) => `reason ${reason}`,
  pending: 'pending',
} as const;

export function marksOf(row: LeadRow): string[] {
  const marks = [mark.lead, mark.status(row.status), mark.call(row.call_state)];
  marks.push(row.operator_id === null ? mark.unassigned : mark.operator(row.operator_id));
  if (row.offer_id !== null) marks.push(mark.offer(row.offer_id));
  if (row.has_address) marks.push(mark.address);
  if (row.pending_request_id !== null) marks.push(mark.pending);
  if (row.call_reason && row.own_reason === null) marks.push(mark.reason(row.call_reason.toLowerCase()));
  return marks;
}

const known = new Set(
  connections.flatMap(({ reasons }) => reasons.map((reason: string) => reason.toLowerCase())),
);

/**
 * A reason in somebody's own words, in small letters; null for one that everybody knows. There may be as many of them
 * as there are leads, so each is no mark but stands in an index.
 */
export function ownReason(reason: string): string | null {
  const small = reason.toLowerCase();
  return small === '' || known.has(small) ? null : small;
}
