import type { LeadEvent } from './events.ts';
import { isOpen } from './open.ts';
import { type LeadStatus, leadStatuses } from './vocabulary.ts';

/** The ages of leads, in days of 24 hours since their creation, at which cohorts show their status. */
export const cohortAges = [1, 3, 7, 30] as const;

const DAY_MS = 24 * 3_600_000;

/**
 * The status of a lead at each of the ages, one letter per age: the last status that was set until then. So it needs no
 * clock: at an age that the lead has not reached yet, it is the current status.
 */
export type StatusAges = string;

/** A status and the time at which it was set. `decidedAt`: see LeadRestored. */
export type StatusChange = { to: LeadStatus; at: string; decidedAt?: string | undefined };

/** When a status that is set was decided: null for an open one. A status that is set again keeps its time. */
export function decidedAfter<Time>(
  before: { status: LeadStatus; decided: Time | null },
  to: LeadStatus,
  time: Time,
): Time | null {
  if (to === before.status) return before.decided;
  return isOpen(to) ? null : time;
}

/** When the status after these changes, oldest first, was decided; null if it is open. */
export function decisionTime(changes: readonly StatusChange[]): string | null {
  let status: LeadStatus = 'processing';
  let decided: string | null = null;
  for (const { to, at, decidedAt } of changes) {
    decided = decidedAfter({ status, decided }, to, decidedAt ?? at);
    status = to;
  }
  return decided;
}

const letterOf = (status: LeadStatus): string => status.charAt(0);
const statusByLetter = new Map(leadStatuses.map((status) => [letterOf(status), status]));

/** A new lead. */
export const newStatusAges: StatusAges = letterOf('processing').repeat(cohortAges.length);

/** After the status was set at an instant: it counts for all ages from then on. */
export function statusSet(ages: StatusAges, status: LeadStatus, createdAt: Date, at: Date): StatusAges {
  const age = at.getTime() - createdAt.getTime();
  return cohortAges.map((days, n) => (age <= days * DAY_MS ? letterOf(status) : ages.charAt(n))).join('');
}

/** The status at each of the ages. */
export const statusesAt = (ages: StatusAges): (LeadStatus | undefined)[] =>
  [...ages].map((letter) => statusByLetter.get(letter));

/** The status that an event sets; null for other events. */
export function statusSetBy(event: LeadEvent): LeadStatus | null {
  switch (event.type) {
    case 'LeadStatusChanged':
    case 'LeadStatusChangeApproved':
    case 'LeadRestored':
      return event.data.to;
    default:
      return null;
  }
}
