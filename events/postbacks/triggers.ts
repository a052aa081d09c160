import type { LeadEvent } from '../leads/events.ts';
import type { LeadStatus } from '../leads/vocabulary.ts';
import type { PostbackDetails } from './details.ts';
import type { LeadSnapshot } from './lead.ts';
import type { TriggerEvent } from './vocabulary.ts';

/** The lead events that can fire a trigger; what a follower needs to read. */
export const triggeringTypes = [
  'LeadCreated',
  'LeadAssigned',
  'LeadStatusChanged',
  'LeadStatusChangeApproved',
  'LeadRestored',
] as const satisfies LeadEvent['type'][];

/**
 * What an event fires, the most precise first; nothing when it fires nothing. It says so itself: nothing that came
 * before needs to be known. Told in docs/postbacks.md, which must say the same.
 */
export function triggersOf(event: LeadEvent): readonly TriggerEvent[] {
  switch (event.type) {
    case 'LeadCreated':
      return ['new_lead'];
    case 'LeadAssigned':
      return ['lead_assigned'];
    case 'LeadStatusChanged':
    case 'LeadStatusChangeApproved':
    // A partner who was told of the status must hear that it is another again.
    case 'LeadRestored':
      return event.data.from === event.data.to ? [] : ofStatus(event.data.to);
    // A wish, and an answer to it that changes nothing, are between operator and admin.
    case 'LeadStatusChangeRequested':
    case 'LeadStatusChangeRejected':
    case 'LeadUnassigned':
    case 'LeadEdited':
    case 'LeadCommented':
    case 'LeadDeleted':
      return [];
    default:
      return event satisfies never;
  }
}

function ofStatus(to: LeadStatus): readonly TriggerEvent[] {
  switch (to) {
    case 'approved':
      return ['lead_approved', 'status_update'];
    case 'cancelled':
    case 'trash':
      return ['lead_rejected', 'status_update'];
    case 'processing':
    case 'hold':
      return ['status_update'];
    default:
      return to satisfies never;
  }
}

type StatusEvent = Extract<
  LeadEvent,
  { type: 'LeadStatusChanged' | 'LeadStatusChangeApproved' | 'LeadRestored' }
>;

const changesStatus = (event: LeadEvent): event is StatusEvent =>
  event.type === 'LeadStatusChanged' ||
  event.type === 'LeadStatusChangeApproved' ||
  event.type === 'LeadRestored';

/** The status before a change of status; null for what changes none. */
export function previousStatusOf(event: LeadEvent): LeadStatus | null {
  return changesStatus(event) ? event.data.from : null;
}

type Wishes = Pick<PostbackDetails, 'triggerEvents' | 'statusConditions' | 'filters'>;

/**
 * The one name under which a postback hears of an event, or null when it does not: the most precise of those that
 * it asks for. So one approval is one delivery, `lead_approved` where that is asked for and `status_update` where not.
 * Conditions on the status hold back changes of status alone. What can be told without the lead.
 */
export function firedBy(
  { triggerEvents, statusConditions }: Omit<Wishes, 'filters'>,
  event: LeadEvent,
): TriggerEvent | null {
  const fired = triggersOf(event).find((trigger) => triggerEvents.includes(trigger)) ?? null;
  if (!changesStatus(event)) return fired;
  return statusConditions.length === 0 || statusConditions.includes(event.data.to) ? fired : null;
}

/** Whether a lead, as the event left it, is one that the postback wants; a list that names nothing wants all. */
export function passesFilters(
  { filters }: Pick<Wishes, 'filters'>,
  { details }: Pick<LeadSnapshot, 'details'>,
): boolean {
  const { product, source, address } = details;
  return (
    wants(filters.offers, product.offerId) &&
    wants(filters.webmasters, source.webmaster) &&
    wants(filters.paymentModes, product.paymentMode) &&
    wants(filters.countries, address.country)
  );
}

function wants(list: readonly string[], value: string | null): boolean {
  if (list.length === 0) return true;
  const plain = value?.trim().toLowerCase();
  return plain !== undefined && list.some((wanted) => wanted.trim().toLowerCase() === plain);
}

/** The whole question: under which name this postback hears of this event, which left the lead so; null for not at all. */
export function heardAs(postback: Wishes, event: LeadEvent, after: LeadSnapshot | null): TriggerEvent | null {
  const fired = firedBy(postback, event);
  return fired && after && passesFilters(postback, after) ? fired : null;
}
