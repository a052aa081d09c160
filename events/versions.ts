import { auditEvents } from './audit/events.ts';
import { batchEvents } from './batches/events.ts';
import type { EventOf, EventTypes } from './language/define.ts';
import { leadEvents } from './leads/events.ts';
import { offerEvents } from './offers/events.ts';
import { paymentEvents } from './payments/events.ts';
import { planEvents } from './plans/events.ts';
import { postbackEvents } from './postbacks/events.ts';
import { reportEvents } from './reports/events.ts';
import { savedReportEvents } from './saved-reports/events.ts';
import { sessionEvents } from './sessions/events.ts';
import { subscriptionEvents } from './subscriptions/events.ts';
import { tenantEvents } from './tenants/events.ts';
import { userEvents } from './users/events.ts';
import { viewingEvents } from './viewings/events.ts';
import { viewEvents, viewerEvents } from './views/events.ts';
import { workerEvents } from './work/events.ts';

/** All event types that this program writes. Each needs a description too (describe.ts). */
export const eventTypes = {
  ...auditEvents,
  ...batchEvents,
  ...leadEvents,
  ...offerEvents,
  ...paymentEvents,
  ...planEvents,
  ...postbackEvents,
  ...reportEvents,
  ...savedReportEvents,
  ...sessionEvents,
  ...subscriptionEvents,
  ...tenantEvents,
  ...userEvents,
  ...viewEvents,
  ...viewerEvents,
  ...viewingEvents,
  ...workerEvents,
} satisfies EventTypes;
export type DomainEvent = EventOf<typeof eventTypes>;

/** The version of each type that this program writes: it can read a store with these or older versions. */
export const knownVersions: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(eventTypes).map(([type, { version }]) => [type, version]),
);
