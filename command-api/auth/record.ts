import type { Actor } from '@crm/events/envelope/envelope.ts';
import { PLATFORM_TENANT, type TenantId } from '@crm/events/ids.ts';
import { type SessionEvent, sessionEvents } from '@crm/events/sessions/events.ts';
import { sessionStream } from '@crm/events/streams.ts';
import { checkedEvents, derivedCommandId, metaOf } from '@crm/platform/commands/envelope.ts';
import { appendNewStream, type NewStream } from '@crm/platform/commands/new-stream.ts';
import type { EventStore, NewEvent, Position } from '@crm/platform/event-store/port.ts';
import type { RequestOrigin } from '@crm/platform/http/caller.ts';
import { v4 } from 'uuid';

/**
 * The tenant is null for the super admin and for unknown accounts; their events belong to the platform's own tenant.
 */
export type RecordedBy = { tenant: TenantId | null; actor: Actor; origin: RequestOrigin };

type SignInOrOut = Extract<SessionEvent, { type: 'SignedIn' | 'SignedOut' }>;

/**
 * The new stream of a sign-in or sign-out. Each has its own, so that a user's stream stays short. What anyone can cause shares
 * streams (failed-sign-ins.ts).
 */
export function newStreamOf(event: SignInOrOut, by: RecordedBy): NewStream {
  const id = v4();
  return { stream: sessionStream(id), events: recordable(event, by, id) };
}

/** Appends a sign-in or sign-out. @returns its position; throws RetryLater when it cannot be appended now */
export const record = (store: EventStore, event: SignInOrOut, by: RecordedBy): Promise<Position> =>
  appendNewStream(store, newStreamOf(event, by));

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
