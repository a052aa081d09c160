import { currentCountry } from '../leads/country.ts';
import type { LeadEvent } from '../leads/events.ts';
import type { LeadStatus } from '../leads/vocabulary.ts';
import type { PostbackDetails } from './details.ts';
import type { LeadSnapshot } from './lead.ts';
import type { DeliveryPayload } from './values.ts';
import type { TriggerEvent } from './vocabulary.ts';

/** The trigger of each type of event, or null if it is internal to operators and admins. A new type does not compile without one. */
const triggerByType = {
  LeadCreated: 'new_lead',
  LeadAssigned: 'lead_assigned',
  LeadStatusChanged: 'of the new status',
  LeadStatusChangeApproved: 'of the new status',
  LeadRestored: 'of the new status', // a partner that got the previous status must get the restored one
  LeadSetAside: null,
  LeadAdmitted: null,
  LeadEdited: null,
  LeadUnassigned: null,
  LeadStatusChangeRequested: null,
  LeadStatusChangeRejected: null,
  LeadCommented: null,
  LeadTaken: null,
  LeadReleased: null,
  LeadCallbackSet: null,
  LeadDeleted: null,
  LeadErased: null,
} as const satisfies Record<LeadEvent['type'], TriggerEvent | 'of the new status' | null>;

type TriggerByType = typeof triggerByType;
type StatusEvent = {
  [Type in keyof TriggerByType]: TriggerByType[Type] extends 'of the new status'
    ? Extract<LeadEvent, { type: Type }>
    : never;
}[keyof TriggerByType];

const changesStatus = (event: LeadEvent): event is StatusEvent =>
  triggerByType[event.type] === 'of the new status';

const triggering = new Set(
  Object.entries(triggerByType).flatMap(([type, trigger]) => (trigger === null ? [] : [type])),
);

/** Whether events of this type can cause a trigger. */
export const mayTrigger = (type: string): boolean => triggering.has(type);

/**
 * The triggers of an event, the most specific first; empty if there are none. Depends only on the event.
 * docs/postbacks.md describes the same rules.
 */
export function triggersOf(event: LeadEvent): readonly TriggerEvent[] {
  if (changesStatus(event)) return event.data.from === event.data.to ? [] : ofStatus(event.data.to);
  const trigger = triggerByType[event.type];
  return trigger === null ? [] : [trigger];
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

/** The status before a status change; null for other events. */
export function previousStatusOf(event: LeadEvent): LeadStatus | null {
  return changesStatus(event) ? event.data.from : null;
}

type TriggerConditions = Pick<PostbackDetails, 'triggerEvents' | 'statusConditions' | 'filters'>;

/**
 * The trigger with which a postback gets an event: the most specific one that it requests; null for none. So one
 * approval is one delivery: `lead_approved` if requested, otherwise `status_update`. Status conditions only affect
 * status changes. Does not need the lead.
 */
export function firedBy(
  { triggerEvents, statusConditions }: Omit<TriggerConditions, 'filters'>,
  event: LeadEvent,
): TriggerEvent | null {
  const fired = triggersOf(event).find((trigger) => triggerEvents.includes(trigger)) ?? null;
  if (!changesStatus(event)) return fired;
  return statusConditions.length === 0 || statusConditions.includes(event.data.to) ? fired : null;
}

/**
 * The trigger with which a postback gets an event that was queued under earlier settings: an approval that was queued as
 * `lead_approved` is sent as `status_update` if that is the only one still requested. Null if none is.
 */
export function requestedTrigger(
  { triggerEvents }: Pick<PostbackDetails, 'triggerEvents'>,
  { event, lead, previousStatus }: Pick<DeliveryPayload, 'event' | 'lead' | 'previousStatus'>,
): TriggerEvent | null {
  // Only status changes have a previous status.
  const triggers = previousStatus === null ? [event] : ofStatus(lead.status);
  return triggers.find((trigger) => triggerEvents.includes(trigger)) ?? null;
}

/** Whether a lead, as the event left it, passes the postback's filters; an empty list matches all. */
export function passesFilters(
  { filters }: Pick<TriggerConditions, 'filters'>,
  { details }: Pick<LeadSnapshot, 'details'>,
): boolean {
  const { product, source, address } = details;
  return (
    matches(filters.offers, product.offerId) &&
    matches(filters.webmasters, source.webmaster) &&
    matches(filters.paymentModes, product.paymentMode) &&
    matches(filters.countries, address.country, countryOfToday)
  );
}

const inLowerCase = (text: string) => text.trim().toLowerCase();
/** A filter for UK still matches: new leads have GB. */
const countryOfToday = (text: string) => currentCountry(text.trim().toUpperCase());

function matches(list: readonly string[], value: string | null, plain = inLowerCase): boolean {
  if (list.length === 0) return true;
  if (value === null) return false;
  const own = plain(value);
  return list.some((wanted) => plain(wanted) === own);
}

/** The trigger with which this postback gets this event, including filters on the lead after it; null for none. */
export function triggerOf(
  postback: TriggerConditions,
  event: LeadEvent,
  after: LeadSnapshot | null,
): TriggerEvent | null {
  const fired = firedBy(postback, event);
  return fired && after && passesFilters(postback, after) ? fired : null;
}
