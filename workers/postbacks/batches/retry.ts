import { LeadId } from '@crm/events/ids.ts';
import { POSTBACK_RETRY, PostbackRetryTask } from '@crm/events/postbacks/batches.ts';
import { firedBy } from '@crm/events/postbacks/triggers.ts';
import type { TriggerEvent } from '@crm/events/postbacks/vocabulary.ts';
import { type AnyBatchKind, batchKind } from '@crm/platform/batches/kind.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { pause } from '@crm/platform/failures/pause.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import { enqueue, type NewDelivery } from '../enqueue.ts';
import { lockCircuits } from '../lock-circuits.ts';
import { openPayloads } from '../payloads.ts';
import { eventOf, isFull, readableUpTo, settingsOf } from './history.ts';

/** The failed deliveries up to one of them: how many there were at `readAt`. */
type Page = { at: string; id: string; count: number; readAt: string };
/**
 * The last processed delivery, and the page behind it that is being enqueued: after a kill, this tells which of its deliveries
 * were sent. Times are as Postgres prints them, to the microsecond.
 */
type Cursor = { at: string | null; id: string | null; page?: Page };
type Failed = {
  id: string;
  lead: string;
  event_id: string;
  event: TriggerEvent;
  at: string;
  read_at: string;
};

const AT_ONCE = 100;
const WAIT_MS = 500;

/**
 * Batch kind that sends failed deliveries again, oldest first, under the same ids. It reads the log once: a delivery
 * that fails again during the batch is not repeated, because `before` and the cursor only move forward.
 */
export const postbackRetry = (store: EventStore, pool: Pool): AnyBatchKind =>
  batchKind<PostbackRetryTask, Cursor>({
    kind: POSTBACK_RETRY,
    isPaced: true,
    task: PostbackRetryTask,
    async run(task, context) {
      const payloads = openPayloads(store);
      const { tenant } = context;
      const postback = { tenant, postback: task.postback };
      const counts = { ...(context.from?.counts ?? { successful: 0, skipped: 0, failed: 0 }) };
      let cursor: Cursor = context.from?.cursor ?? { at: null, id: null };
      let done = context.from?.done ?? 0;
      await readableUpTo(store, pool, context.signal);
      for (;;) {
        const details = await settingsOf(pool, postback);
        if (typeof details === 'string') return { kind: 'failed', message: details };
        while (await isFull(pool, postback)) {
          await pause(WAIT_MS, context.signal);
          context.signal.throwIfAborted();
        }
        const failed = await failedAfter(pool, tenant, task, cursor);
        const last = failed.at(-1);
        const page =
          cursor.page ?? (last && { at: last.at, id: last.id, count: failed.length, readAt: last.read_at });
        if (!page) return { kind: 'done' };
        if (!cursor.page) await context.step({ cursor: { ...cursor, page }, done, counts });

        const again: NewDelivery[] = [];
        for (const { lead, event_id, event } of failed) {
          const recorded = await eventOf(store, LeadId.parse(lead), event_id);
          const found = recorded && (await payloads.of(recorded));
          if (!found) continue;
          const trigger = firedBy(details, found.event) ?? event;
          again.push({
            tenant,
            postback: task.postback,
            tries: 1 + details.maxRetries,
            payload: { event: trigger, ...found.payload },
          });
        }
        const put = await inTransaction(pool, async (tx) => {
          await lockCircuits(tx, [postback]);
          // Another batch, or a process that has taken this one over, may have sent some of them again in the meantime.
          const { rows } = await tx.query<{ event_id: string }>(
            `select event_id from postback_deliveries
              where tenant = $1 and id = any($2::uuid[]) and status = 'failed' and finished_at < $3`,
            [tenant, failed.map(({ id }) => id), page.readAt],
          );
          const still = new Set(rows.map(({ event_id }) => event_id));
          return enqueue(
            tx,
            again.filter(({ payload }) => still.has(payload.eventId)),
            { again: true },
          );
        });
        const skipped = failed.length - put.length;
        counts.successful += page.count - skipped;
        counts.skipped += skipped;
        done += page.count;
        cursor = { at: page.at, id: page.id };
        await context.step({ cursor, done, counts });
      }
    },
  });

/**
 * Reads the next failed deliveries, oldest first; of a page that was being enqueued, only those that have not been sent. Uses
 * index postback_deliveries_bad or the primary key.
 */
async function failedAfter(
  pool: Pool,
  tenant: string,
  task: PostbackRetryTask,
  { at, id, page }: Cursor,
): Promise<Failed[]> {
  const { rows } = await pool.query<Failed>(
    `select d.id, d.lead, d.event_id, d.event, d.created_at::text as at,
            postback_clock()::text as read_at
       from postback_deliveries d
      where d.tenant = $1 and d.postback = $2 and d.status = 'failed'
        and ($3::uuid is null or d.id = $3)
        and ($4::text is null or d.event = $4)
        and ($5::text is null or d.response = $5)
        and ($6::timestamptz is null or d.created_at >= $6) and d.created_at < $7
        and ($8::uuid[] is null or d.lead = any($8))
        and ($9::timestamptz is null or (d.created_at, d.id) > ($9, $10::uuid))
        and ($11::timestamptz is null or (d.created_at, d.id) <= ($11, $12::uuid) and d.finished_at < $13)
      order by d.created_at, d.id limit ${AT_ONCE}`,
    [
      tenant,
      task.postback,
      task.logId,
      task.event,
      task.response,
      task.from,
      task.before,
      task.leads,
      at,
      id,
      page?.at ?? null,
      page?.id ?? null,
      page?.readAt ?? null,
    ],
  );
  return rows;
}
