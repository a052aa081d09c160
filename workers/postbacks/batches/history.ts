import type { LeadId } from '@crm/events/ids.ts';
import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Pool } from 'pg';
import { type PostbackOfTenant, readConfigurations } from '../configurations.ts';

/** Why a batch of a postback cannot continue. */
const SWITCHED_OFF = 'The postback is off. Switch it on, and start this again for the rest.';
const DELETED = 'The postback was deleted.';

/**
 * @returns the current configuration of a postback as the reaction has applied it, or the reason why nothing can be
 * sent
 */
export async function settingsOf(pool: Pool, postback: PostbackOfTenant): Promise<PostbackDetails | string> {
  const [configuration] = await readConfigurations(pool, [postback]);
  const state = configuration?.state;
  if (state?.phase !== 'present') return DELETED;
  return state.isActive ? state.details : SWITCHED_OFF;
}

/** Reads one event from the lead's stream; null if the stream does not have it. */
export async function eventOf(
  store: EventStore,
  lead: LeadId,
  eventId: string,
): Promise<RecordedEvent | null> {
  return (await store.readStream(leadStream(lead))).find(({ id }) => id === eventId) ?? null;
}

const MOST_WAITING = 1_000;

/** Whether at least MOST_WAITING deliveries of a postback are in the queue. */
export async function isFull(pool: Pool, { tenant, postback }: PostbackOfTenant): Promise<boolean> {
  const { rows } = await pool.query<{ waiting: number }>(
    // Index postback_queue_turns.
    `select count(*)::int as waiting
       from (select from postback_queue where tenant = $1 and postback = $2 limit ${MOST_WAITING}) q`,
    [tenant, postback],
  );
  return (rows[0]?.waiting ?? 0) >= MOST_WAITING;
}
