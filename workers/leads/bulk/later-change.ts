import type { Actor } from '@crm/events/envelope/envelope.ts';
import { utcMinute } from '@crm/events/language/utc-minute.ts';
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

/** Describes an event of a lead, with actor and time, for users. */
export function changedBy({ event, recorded }: LeadChange): string {
  return `${actionOf(event)} by ${nameOf(recorded.meta.actor)} at ${utcMinute(recorded.at)}`;
}

function actionOf(event: LeadEvent): string {
  switch (event.type) {
    case 'LeadCreated':
      return 'created';
    case 'LeadSetAside':
      return 'set aside';
    case 'LeadAdmitted':
      return 'admitted';
    case 'LeadEdited':
      return 'edited';
    case 'LeadAssigned':
      return `assigned to ${event.data.operator.name}`;
    case 'LeadUnassigned':
      return 'unassigned';
    case 'LeadStatusChanged':
      return `status changed to ${event.data.to}`;
    case 'LeadStatusChangeRequested':
      return `status change to ${event.data.to} requested`;
    case 'LeadStatusChangeApproved':
      return `status change to ${event.data.to} approved`;
    case 'LeadStatusChangeRejected':
      return `status change to ${event.data.to} rejected`;
    case 'LeadCommented':
      return 'commented on';
    case 'LeadTaken':
      return 'taken';
    case 'LeadReleased':
      return 'released';
    case 'LeadCallbackSet':
      return 'callback set';
    case 'LeadDeleted':
      return 'deleted';
    case 'LeadErased':
      return 'erased';
    case 'LeadRestored':
      return 'restored';
    default:
      return event satisfies never;
  }
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
