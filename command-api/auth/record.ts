import type { Actor } from '@crm/events/envelope/envelope.ts';
import { PLATFORM_TENANT, type TenantId } from '@crm/events/ids.ts';
import { type SessionEvent, sessionEvents } from '@crm/events/sessions/events.ts';
import { sessionStream } from '@crm/events/streams.ts';
import { metaOf, newEvents } from '@crm/platform/commands/envelope.ts';
import type { EventStore, Position } from '@crm/platform/event-store/port.ts';
import { StoreUnavailable } from '@crm/platform/event-store/port.ts';
import type { Origin } from '@crm/platform/http/caller.ts';
import { v4 } from 'uuid';

/**
 * Writes what happened at the door into the history: a stream of its own each time, so that a user's stream stays
 * short. The super admin's and nobody's are told under the platform's own tenant.
 */
export async function record(
  store: EventStore,
  event: SessionEvent,
  by: { tenant: TenantId | null; actor: Actor; origin: Origin },
): Promise<Position> {
  const id = v4();
  const meta = metaOf({
    tenant: by.tenant ?? PLATFORM_TENANT,
    actor: by.actor,
    origin: by.origin,
    command: { id, keyed: false, requestHash: null },
  });
  const outcome = await store.append({
    stream: sessionStream(id),
    expected: 'none',
    events: newEvents(sessionEvents, [event], meta),
  });
  if (outcome.kind !== 'appended')
    throw new StoreUnavailable(`A sign-in could not be recorded: ${outcome.kind}`);
  return outcome.position;
}
