import type { Actor } from '@crm/events/envelope/envelope.ts';
import { utcMinute } from '@crm/events/language/utc-minute.ts';
import { actionOf } from '@crm/events/leads/describe.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { isOfLease } from '@crm/events/leads/lease.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';

export type LeadChange = { recorded: Pick<RecordedEvent, 'meta' | 'at'>; event: LeadEvent };

/**
 * Finds the first event since the batch's own event that is not the batch's: the lead was changed since. Events of
 * another batch that was undone are ignored, and those of leases, because who works on a lead is no change of the lead.
 */
export function laterChange(changes: readonly LeadChange[], batch: string): LeadChange | null {
  const undone = new Set(
    changes.flatMap(({ event }) => (event.type === 'LeadRestored' ? event.data.undoes : [])),
  );
  const later = changes.find(({ recorded: { meta }, event }) => {
    if (event.type === 'LeadRestored' || meta.causationId === batch) return false;
    if (isOfLease(event, meta.actor)) return false;
    return meta.causationId === null || !undone.has(meta.causationId);
  });
  return later ?? null;
}

/** An event of a lead with its actor and time, for users. */
export function changedBy({ event, recorded }: LeadChange): string {
  return `${actionOf(event)} by ${nameOf(recorded.meta.actor)} at ${utcMinute(recorded.at)}`;
}

function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
      return actor.name;
    case 'partner':
      return 'a partner';
    case 'system':
      return 'the system';
    default:
      return actor satisfies never;
  }
}
