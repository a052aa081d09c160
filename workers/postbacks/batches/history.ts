import type { LeadId } from '@crm/events/ids.ts';
import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { EventStore, Position, RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { createProgress, untilReached } from '@crm/platform/runner/progress.ts';
import type { Pool } from 'pg';
import { readConfigurations } from '../configurations.ts';
import { lockCircuits, type PostbackOfTenant } from '../lock-circuits.ts';
import { REACTION } from '../react.ts';

/** Why a batch of a postback cannot continue. */
const SWITCHED_OFF = 'The postback is off. Switch it on, and start this again for the rest.';
const DELETED = 'The postback was deleted.';

/**
 * Waits until the settings and leads that existed when the batch began can be read: a postback that was configured just
 * before may not be in the reaction's table yet.
 *
 * @returns the position of that moment
 */
export async function readableUpTo(store: EventStore, pool: Pool, signal: AbortSignal): Promise<Position> {
  const upTo = await store.head();
  await untilReached(createProgress(pool), [REACTION, 'leads'], upTo, signal);
  return upTo;
}

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

/**
 * Which of these deliveries were enqueued or ended since a batch started: it does not send them a second time. Its process may
 * have been killed after the enqueuing and before the step, or another process has taken the batch over meanwhile.
 * @param began by the database's clock, as the times of deliveries: that of the event store may differ
 */
export async function enqueuedSince(
  db: Db,
  { tenant, postback }: PostbackOfTenant,
  deliveries: readonly string[],
  began: Date,
): Promise<Set<string>> {
  await lockCircuits(db, [{ tenant, postback }]); // none of them ends before the others are enqueued
  const { rows } = await db.query<{ id: string }>(
    `select d.id from postback_deliveries d
      where d.tenant = $1 and d.id = any($2::uuid[])
        and (d.finished_at >= $3 or exists (
          select from postback_queue q where q.tenant = $1 and q.delivery = d.id and q.enqueued_at >= $3
        ))`,
    [tenant, deliveries, began],
  );
  return new Set(rows.map(({ id }) => id));
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
