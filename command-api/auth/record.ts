import type { Actor } from '@crm/events/envelope/envelope.ts';
import { PLATFORM_TENANT, type TenantId } from '@crm/events/ids.ts';
import { type SessionEvent, sessionEvents } from '@crm/events/sessions/events.ts';
import { sessionStream } from '@crm/events/streams.ts';
import { checkedEvents, derivedCommandId, metaOf } from '@crm/platform/commands/envelope.ts';
import type { EventStore, NewEvent, Position } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import type { RequestOrigin } from '@crm/platform/http/caller.ts';
import { v4 } from 'uuid';

/**
 * The tenant is null for the super admin and for unknown accounts; their events belong to the platform's own tenant.
 */
export type RecordedBy = { tenant: TenantId | null; actor: Actor; origin: RequestOrigin };

/**
 * Records a sign-in or sign-out in a separate stream, so that a user's stream stays short. What anyone can
 * cause shares streams (failed-sign-ins.ts).
 */
export async function record(
  store: EventStore,
  event: Extract<SessionEvent, { type: 'SignedIn' | 'SignedOut' }>,
  by: RecordedBy,
): Promise<Position> {
  const id = v4();
  const events = recordable(event, by, id);
  const outcome = await store.append({ stream: sessionStream(id), expected: 'none', events });
  if (outcome.kind !== 'appended') throw new RetryLater(`A sign-in could not be recorded: ${outcome.kind}`);
  return outcome.position;
}

/** The event with its envelope, as input of an append. */
export function recordable(event: SessionEvent, by: RecordedBy, commandId: string): NewEvent[] {
  const meta = metaOf({
    tenant: by.tenant ?? PLATFORM_TENANT,
    actor: by.actor,
    origin: by.origin,
    command: derivedCommandId(commandId),
  });
  return checkedEvents(sessionEvents, [event], meta);
}
