import { PLATFORM_TENANT, type TenantId } from '@crm/events/ids.ts';
import type { SessionEvent } from '@crm/events/sessions/events.ts';
import { sessionStream } from '@crm/events/streams.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import pLimit, { type LimitFunction } from 'p-limit';
import { v4 } from 'uuid';
import { type RecordedBy, recordable } from './record.ts';

/** Failures per stream. Both event stores sometimes read a whole stream, so it stays short. */
const MOST_PER_STREAM = 500;
/**
 * Tenants whose current stream is kept in memory, about 200 bytes each. Beyond this, all of them begin a new stream.
 */
const MOST_TENANTS = 1_000;

/** Events that a caller without an account can cause. */
type ByAnyone = Extract<
  SessionEvent,
  { type: 'SignInFailed' | 'PasswordLinkRequested' | 'PasswordLinkRefused' }
>;
/** The stream that is written now, and its number of events. */
type Current = { inTurn: LimitFunction; stream: string; length: number };

/**
 * Records failed sign-ins, and requested and refused links to set a password. Each process writes its own stream per tenant at a known revision, so failures never
 * conflict with each other or with another process, and an attacker adds one stream per 500 failures instead of one per
 * failure. The first failure of a stream needs one append, like every other failure, so the time of an answer does not
 * show whether the account exists.
 */
export function failedSignIns(store: EventStore, mostPerStream = MOST_PER_STREAM) {
  const streams = new Map<TenantId, Current>();

  function currentOf(tenant: TenantId): Current {
    const known = streams.get(tenant);
    if (known) return known;
    if (streams.size >= MOST_TENANTS) streams.clear();
    const current = { inTurn: pLimit(1), stream: '', length: mostPerStream };
    streams.set(tenant, current);
    return current;
  }

  return async (event: ByAnyone, by: RecordedBy): Promise<void> => {
    const current = currentOf(by.tenant ?? PLATFORM_TENANT);
    await current.inTurn(async () => {
      if (current.length >= mostPerStream) Object.assign(current, { stream: sessionStream(v4()), length: 0 });
      const { stream, length } = current;
      // Set until the append has succeeded: after any other outcome, the next failure begins a new stream.
      current.length = mostPerStream;
      const events = recordable(event, by, v4());
      const outcome = await store.append({ stream, expected: length === 0 ? 'none' : length - 1, events });
      if (outcome.kind !== 'appended')
        throw new RetryLater(`An event of a visitor could not be recorded: ${outcome.kind}`);
      current.length = outcome.revision + 1;
    });
  };
}
