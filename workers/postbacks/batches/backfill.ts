import { LeadId } from '@crm/events/ids.ts';
import { decode } from '@crm/events/language/define.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import { POSTBACK_BACKFILL, PostbackBackfillTask } from '@crm/events/postbacks/batches.ts';
import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import { firedBy, passesFilters } from '@crm/events/postbacks/triggers.ts';
import { leadStream } from '@crm/events/streams.ts';
import { type AnyBatchKind, type BatchContext, batchKind } from '@crm/platform/batches/kind.ts';
import type { EventStore, Position, RecordedEvent } from '@crm/platform/event-store/port.ts';
import { pause } from '@crm/platform/failures/pause.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { enqueue, idOf, type NewDelivery } from '../enqueue.ts';
import { openPayloads, type Payloads } from '../payloads.ts';
import { enqueuedSince, isFull, readableUpTo, settingsOf } from './history.ts';

/**
 * The batch goes through the tenant's leads by their number, which counts up from 0 as they are created. `after` is the last
 * one that is done, `through` the last one at the start. Events after the position `upTo` belong to the reaction. `began` is the
 * start by the database's clock; batches of an older version do not have it.
 */
type Cursor = { after: number; through: number; upTo: Position; found: number; began?: string };

/** The most leads in a step and in one query, and how many of their streams are read at the same time. */
const PAGE = 100;
const READ_AT_ONCE = 16;
const MOST_AT_ONCE = 100;
const FULL_MS = 500;
/** After a clock correction, a later event may have an earlier time, by at most this much. */
const CLOCK_SLACK_MS = 60 * 60 * 1000;

/**
 * Batch kind that sends a postback for past events: lead by lead in the order of their creation, the events of a lead
 * in their order. It reads the streams of the tenant's leads and no others, each once. Delivery ids are derived from
 * event and postback, so a partner can drop duplicates. A delivery that is still in the queue is skipped, and a lead
 * that was deleted is not sent. Progress counts leads.
 */
export const postbackBackfill = (store: EventStore, pool: Pool): AnyBatchKind =>
  batchKind<PostbackBackfillTask, Cursor>({
    kind: POSTBACK_BACKFILL,
    isPaced: true,
    task: PostbackBackfillTask,
    async run(task, context) {
      const postback = { tenant: context.tenant, postback: task.postback };
      const payloads = openPayloads(store);
      const upTo = await readableUpTo(store, pool, context.signal);
      const settings = await settingsOf(pool, postback);
      if (typeof settings === 'string') return { kind: 'failed', message: settings };
      const since = touchedSince(task, settings);
      const counts = { ...(context.from?.counts ?? { successful: 0, skipped: 0, failed: 0 }) };
      let done = context.from?.done ?? 0;
      let total = context.total ?? 0;
      let cursor = context.from?.cursor ?? null;
      if (!cursor) {
        const range = await leadsOf(pool, context.tenant, since);
        cursor = { after: -1, through: range.through, upTo, found: 0, began: range.began };
        total = range.total;
        await context.step({ cursor, done, counts, total });
      }

      const streams = streamsOf(store, pool, { tenant: context.tenant, since, ...cursor });
      const began = new Date(cursor.began ?? context.startedAt);
      const mostAtOnce = Math.min(task.perSecond, MOST_AT_ONCE);
      let next = await streams.next();
      while (!next.done) {
        const startedAt = performance.now();
        const details = await settingsOf(pool, postback);
        if (typeof details === 'string') return { kind: 'failed', message: details };
        const deliveries: NewDelivery[] = [];
        // Where few events match, a step still ends after some leads: progress, pause and cancel depend on it.
        let taken = 0;
        while (!next.done && taken < PAGE && deliveries.length < mostAtOnce) {
          const { number, stream } = next.value;
          const matching = await deliveriesOf(stream, details, payloads, { task, cursor, context });
          deliveries.push(...matching);
          taken += 1;
          cursor = { ...cursor, after: number, found: cursor.found + matching.length };
          next = await streams.next();
        }
        done += taken;
        if (!task.dryRun && deliveries.length > 0) {
          while (await isFull(pool, postback)) await waiting(FULL_MS, context);
          const enqueued = await inTransaction(pool, async (tx) => {
            const ids = deliveries.map(idOf);
            const before = await enqueuedSince(tx, postback, ids, began);
            const others = deliveries.filter((delivery) => !before.has(idOf(delivery)));
            return before.size + (await enqueue(tx, others, { again: true })).length;
          });
          counts.successful += enqueued;
          counts.skipped += deliveries.length - enqueued;
        }
        await context.step({ cursor, done, counts, total });
        const sending = (deliveries.length / task.perSecond) * 1000;
        if (!task.dryRun) await waiting(sending - (performance.now() - startedAt), context);
      }
      return { kind: 'done', result: resultOf(task, cursor.found) };
    },
  });

/** Leads of a tenant by number, after `after` and through `through`, with an event at or after `since`. */
type LeadRange = { tenant: string; since: Date; after: number; through: number };

/** The streams of these leads, in order, each once. Holds the streams of one page. */
async function* streamsOf(store: EventStore, pool: Pool, leads: LeadRange) {
  const readAtOnce = pLimit(READ_AT_ONCE);
  let { after } = leads;
  for (;;) {
    const page = await firstPageOf(pool, { ...leads, after });
    if (page.length === 0) return;
    const streams = await readAtOnce.map(page, async ({ id, number }) => ({
      number,
      stream: await store.readStream(leadStream(LeadId.parse(id))),
    }));
    yield* streams;
    after = page.at(-1)?.number ?? after;
  }
}

function resultOf({ dryRun }: PostbackBackfillTask, count: number) {
  return dryRun ? { count, message: count === 1 ? '1 event matches' : `${count} events match` } : { count };
}

async function waiting(ms: number, { signal }: BatchContext<Cursor>): Promise<void> {
  if (ms > 0) await pause(ms, signal);
  signal.throwIfAborted();
}

/**
 * The last event of a lead to go through is not older than this. A take from the pool is an assignment that leaves the time of
 * a lead's last event (events/leads/lease.ts), so for a postback of assignments every lead is read.
 */
const touchedSince = ({ from }: PostbackBackfillTask, { triggerEvents }: PostbackDetails): Date =>
  new Date(triggerEvents.includes('lead_assigned') ? 0 : Date.parse(from) - CLOCK_SLACK_MS);

/** The leads to go through: how many, and the highest number; and the time of this query. Index leads_number. */
async function leadsOf(pool: Pool, tenant: string, since: Date) {
  const { rows } = await pool.query<{ total: number; through: number; began: Date }>(
    `select count(*)::int as total, coalesce(max(number), -1) as through, postback_clock() as began
       from leads where tenant = $1 and updated_at >= $2`,
    [tenant, since],
  );
  const [range] = rows;
  if (range === undefined) throw new Error('The count of leads has no row');
  return { ...range, began: range.began.toISOString() };
}

/** Index leads_number. */
async function firstPageOf(pool: Pool, { tenant, since, after, through }: LeadRange) {
  const { rows } = await pool.query<{ id: string; number: number }>(
    `select id, number from leads
      where tenant = $1 and number > $2 and number <= $3 and updated_at >= $4
      order by number limit ${PAGE}`,
    [tenant, after, through, since],
  );
  return rows;
}

/** The deliveries of the postback, as it is configured now, for one lead's events of the period. */
async function deliveriesOf(
  stream: readonly RecordedEvent[],
  details: PostbackDetails,
  payloads: Payloads,
  { task, cursor, context }: { task: PostbackBackfillTask; cursor: Cursor; context: BatchContext<Cursor> },
): Promise<NewDelivery[]> {
  const [start, end] = [new Date(task.from), new Date(task.before)];
  const deliveries: NewDelivery[] = [];
  for (const recorded of stream) {
    const isWithin = recorded.at >= start && recorded.at < end && recorded.position <= cursor.upTo;
    const event = isWithin ? triggerOf(details, recorded) : null;
    const found = event ? await payloads.of(recorded) : payloads.pass(recorded);
    if (!event || !found || !passesFilters(details, found.lead)) continue;
    deliveries.push({
      tenant: context.tenant,
      postback: task.postback,
      payload: { event, ...found.payload },
      tries: 1 + details.maxRetries,
    });
  }
  return deliveries;
}

function triggerOf(details: PostbackDetails, recorded: RecordedEvent) {
  const decoded = decode(leads.types, recorded);
  return decoded.kind === 'event' ? firedBy(details, decoded.event) : null;
}
