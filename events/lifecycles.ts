import { batchEvents } from './batches/events.ts';
import type { EventTypes } from './language/define.ts';
import { leadEvents } from './leads/events.ts';
import { offerEvents } from './offers/events.ts';
import { paymentEvents } from './payments/events.ts';
import { planEvents } from './plans/events.ts';
import { postbackEvents } from './postbacks/events.ts';
import { reportEvents } from './reports/events.ts';
import { savedReportEvents } from './saved-reports/events.ts';
import { subscriptionEvents } from './subscriptions/events.ts';
import { tenantEvents } from './tenants/events.ts';
import { userEvents } from './users/events.ts';
import { viewingEvents } from './viewings/events.ts';
import { viewEvents } from './views/events.ts';

/** By phase, the event types that may come in it, each with the phase after it. A stream begins in 'none'. */
type Lifecycle = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** The same with the event types of an aggregate. */
type Of<Types> = Record<string, { [Type in keyof Types]?: string }>;

/** All event types but some, which leave a stream in a phase. */
const allBut = <Types extends EventTypes>(types: Types, others: readonly (keyof Types)[], phase: string) =>
  Object.fromEntries(Object.keys(types).flatMap((type) => (others.includes(type) ? [] : [[type, phase]])));

/** The first event creates the aggregate, and only one does. No event follows the last one. */
const created = <Types extends EventTypes>(
  types: Types,
  first: keyof Types & string,
  last?: keyof Types & string,
): Lifecycle => ({
  none: { [first]: 'present' },
  present: { ...allBut(types, [first], 'present'), ...(last && { [last]: 'ended' }) },
  ended: {},
});

const lead = {
  none: { LeadCreated: 'open', LeadSetAside: 'aside' },
  aside: { LeadAdmitted: 'admitted', LeadDeleted: 'discarded', LeadErased: 'ended' },
  admitted: { LeadCreated: 'open' },
  discarded: { LeadErased: 'ended' },
  open: {
    ...allBut(leadEvents, ['LeadCreated', 'LeadSetAside', 'LeadAdmitted'], 'open'),
    LeadDeleted: 'deleted',
    LeadErased: 'erased',
  },
  deleted: { LeadRestored: 'open', LeadErased: 'ended' },
  erased: { LeadDeleted: 'ended' },
  ended: {},
} satisfies Of<typeof leadEvents>;

const tenant = {
  none: { TenantCreated: 'present' },
  present: {
    ...allBut(tenantEvents, ['TenantCreated', 'TenantRestored', 'TenantErased'], 'present'),
    TenantDeleted: 'deleted',
  },
  deleted: { TenantRestored: 'present', TenantErased: 'ended' },
  ended: {},
} satisfies Of<typeof tenantEvents>;

const payment = {
  none: { PaymentOrderCreated: 'open' },
  open: { PaymentAttemptFailed: 'open', PaymentCaptured: 'paid' },
  paid: allBut(paymentEvents, ['PaymentOrderCreated', 'PaymentAttemptFailed', 'PaymentCaptured'], 'paid'),
} satisfies Of<typeof paymentEvents>;

const batch = {
  none: { BatchStarted: 'running' },
  running: {
    ...allBut(batchEvents, ['BatchStarted', 'BatchUndoStarted'], 'running'),
    BatchFinished: 'finished',
  },
  finished: { BatchUndoStarted: 'undone' },
  undone: {},
} satisfies Of<typeof batchEvents>;

/** By event type. Streams of other types, such as sign-ins and breaks, are no aggregates that exist or end. */
const lifecycles: Readonly<Record<string, Lifecycle>> = Object.fromEntries(
  (
    [
      [leadEvents, lead],
      [tenantEvents, tenant],
      [paymentEvents, payment],
      [batchEvents, batch],
      [offerEvents, created(offerEvents, 'OfferCreated', 'OfferDeleted')],
      [planEvents, created(planEvents, 'PlanCreated', 'PlanDeleted')],
      [postbackEvents, created(postbackEvents, 'PostbackCreated', 'PostbackDeleted')],
      [reportEvents, { none: { ReportMade: 'ended' }, ended: {} }],
      [savedReportEvents, created(savedReportEvents, 'ReportSaved', 'SavedReportDeleted')],
      [subscriptionEvents, created(subscriptionEvents, 'SubscriptionGranted')],
      [userEvents, created(userEvents, 'UserCreated', 'UserDeleted')],
      [viewEvents, created(viewEvents, 'ViewSaved', 'ViewDeleted')],
      [viewingEvents, created(viewingEvents, 'ViewingStarted', 'ViewingEnded')],
    ] satisfies [EventTypes, Lifecycle][]
  ).flatMap(([types, lifecycle]) => Object.keys(types).map((type) => [type, lifecycle])),
);

/**
 * The phase of a stream after an event, as far as the types of its events say: whether its aggregate exists, and whether it
 * has ended. Deciders write no other order of events (test/laws.ts); an archive could have any.
 *
 * @param phase the phase before it; null before the first event
 * @returns null for an event that cannot come in this phase
 */
export function phaseAfter(phase: string | null, type: string): string | null {
  const lifecycle = Object.hasOwn(lifecycles, type) ? lifecycles[type] : undefined;
  if (!lifecycle) return 'any';
  const events = lifecycle[phase ?? 'none'] ?? {};
  return (Object.hasOwn(events, type) && events[type]) || null;
}
