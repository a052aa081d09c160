import type { EventTypes } from './language/define.ts';
import { leadEvents } from './leads/events.ts';
import { offerEvents } from './offers/events.ts';
import { sessionEvents } from './sessions/events.ts';
import { tenantEvents } from './tenants/events.ts';
import { userEvents } from './users/events.ts';

/** Every type of event that this program writes. */
const all: EventTypes = { ...leadEvents, ...offerEvents, ...sessionEvents, ...tenantEvents, ...userEvents };

/** The version in which this program writes each of them: what a history may hold for this program to read it. */
export const knownVersions: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(all).map(([type, { version }]) => [type, version]),
);
