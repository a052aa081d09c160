import { batchEvents } from './batches/events.ts';
import type { EventTypes } from './language/define.ts';
import { leadEvents } from './leads/events.ts';
import { offerEvents } from './offers/events.ts';
import { postbackEvents } from './postbacks/events.ts';
import { sessionEvents } from './sessions/events.ts';
import { tenantEvents } from './tenants/events.ts';
import { userEvents } from './users/events.ts';
import { viewEvents, viewerEvents } from './views/events.ts';

/** Every type of event that this program writes. */
const all: EventTypes = {
  ...batchEvents,
  ...leadEvents,
  ...offerEvents,
  ...postbackEvents,
  ...sessionEvents,
  ...tenantEvents,
  ...userEvents,
  ...viewEvents,
  ...viewerEvents,
};

/** The version in which this program writes each of them: what a history may hold for this program to read it. */
export const knownVersions: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(all).map(([type, { version }]) => [type, version]),
);
