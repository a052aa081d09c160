import { decode } from '@crm/events/language/define.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import { firedBy, passesFilters, triggeringTypes } from '@crm/events/postbacks/triggers.ts';
import { type AnyBatchKind, type BatchContext, batchKind } from '@crm/platform/batches/kind.ts';
import { type EventStore, type Position, type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { pause } from '@crm/platform/runner/failure.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { enqueue, type NewDelivery } from '../enqueue.ts';
import { openPayloads, type Payloads } from '../payloads.ts';
import { isFull, settingsOf } from './history.ts';

const Task = z.object({
  postback: z.guid(),
  from: z.iso.datetime(),
  before: z.iso.datetime(),
  perSecond: z.int().min(1),
  /** Counts the matching events and sends nothing. */
  dryRun: z.boolean(),
});
type Task = z.infer<typeof Task>;

/** The batch first counts the matching events up to the head of the store at its start, then sends them. */
type Cursor =
  | { phase: 'counting'; upTo: string; after: string; found: number }
  | { phase: 'sending'; upTo: string; after: string; found: number };

const PAGE = 500;
const MOST_AT_ONCE = 100;
const FULL_MS = 500;
/** After a clock correction, a later event may have an earlier time, by at most this much. */
const CLOCK_SLACK_MS = 60 * 60 * 1000;

/**
 * Batch kind that sends a postback for past events, oldest first. Delivery ids are derived from event and postback, so
 * a partner can drop duplicates. A delivery that is still in the queue is skipped.
 */
export const postbackBackfill = (store: EventStore, pool: Pool): AnyBatchKind =>
  batchKind<Task, Cursor>({
    kind: 'postback-backfill',
    task: Task,
    async run(task, context) {
      const tellings = openPayloads(store);
      const postback = { tenant: context.tenant, postback: task.postback };
      const counts = { ...(context.from?.counts ?? { successful: 0, skipped: 0, failed: 0 }) };
      let done = context.from?.done ?? 0;
      let cursor: Cursor = context.from?.cursor ?? {
        phase: 'counting',
        upTo: await store.head(),
        after: START,
        found: 0,
      };
      const first = await settingsOf(pool, postback);
      if (typeof first === 'string' && !task.dryRun) return { kind: 'failed', message: first };

      if (cursor.phase === 'counting') {
        const details = await settingsOf(pool, postback);
        if (typeof details === 'string') return { kind: 'failed', message: details };
        for await (const { events, upTo } of pagesOf(store, task, cursor)) {
          cursor = { ...cursor, after: upTo };
          for (const event of events)
            if (await isHeard(details, event, tellings, context.tenant)) cursor.found += 1;
          await context.step({ cursor, done, counts });
        }
        if (task.dryRun) {
          const count = cursor.found;
          const message = count === 1 ? '1 event matches' : `${count} events match`;
          return { kind: 'done', result: { count, message } };
        }
        cursor = { ...cursor, phase: 'sending', after: START };
        await context.step({ cursor, done, counts, total: cursor.found });
      }

      const atOnce = Math.min(task.perSecond, MOST_AT_ONCE);
      for await (const { events, upTo } of pagesOf(store, task, cursor)) {
        for (let at = 0; at < events.length; ) {
          const begun = performance.now();
          const details = await settingsOf(pool, postback);
          if (typeof details === 'string') return { kind: 'failed', message: details };
          const heard: NewDelivery[] = [];
          let last = events[at];
          for (; at < events.length && heard.length < atOnce; at += 1) {
            const event = events[at];
            const delivery = event && (await deliveryOf(details, event, tellings, task, context));
            if (delivery) heard.push(delivery);
            last = event;
          }
          while (heard.length > 0 && (await isFull(pool, postback))) await waiting(FULL_MS, context);
          const put = await inTransaction(pool, (tx) => enqueue(tx, heard, { again: true }));
          counts.successful += put.length;
          counts.skipped += heard.length - put.length;
          done += heard.length;
          cursor = { ...cursor, after: last?.position ?? cursor.after };
          await context.step({ cursor, done, counts, total: cursor.found });
          await waiting((heard.length / task.perSecond) * 1000 - (performance.now() - begun), context);
        }
        cursor = { ...cursor, after: upTo };
        await context.step({ cursor, done, counts, total: cursor.found });
      }
      return { kind: 'done', result: { count: cursor.found } };
    },
  });

async function waiting(ms: number, { signal }: BatchContext<Cursor>): Promise<void> {
  if (ms > 0) await pause(ms, signal);
  signal.throwIfAborted();
}

/** Yields pages of events in the period, from the cursor to the head of the store at the start of the batch. */
async function* pagesOf(
  store: EventStore,
  { from, before }: Task,
  cursor: Cursor,
): AsyncGenerator<{ events: RecordedEvent[]; upTo: Position }> {
  const [start, end] = [new Date(from), new Date(before)];
  // The store wrote this text, and the cursor keeps it unchanged.
  let after = cursor.after as Position;
  while (after < cursor.upTo) {
    const { events, upTo } = await store.readAll({ after, limit: PAGE, types: triggeringTypes });
    const within = events.filter(({ at, position }) => at >= start && at < end && position <= cursor.upTo);
    yield { events: within, upTo };
    const last = events.at(-1);
    if (upTo === after || (last && last.at.getTime() > end.getTime() + CLOCK_SLACK_MS)) return;
    after = upTo;
  }
}

/**
 * Whether an event matches the current configuration of a postback. Reads the lead only if the postback has filters.
 */
async function isHeard(
  details: PostbackDetails,
  recorded: RecordedEvent,
  tellings: Payloads,
  tenant: string,
) {
  if (recorded.meta.tenant !== tenant || firedOf(details, recorded) === null) return false;
  if (Object.values(details.filters).every((wanted) => wanted.length === 0)) return true;
  const told = await tellings.of(recorded);
  return told !== null && passesFilters(details, told.lead);
}

async function deliveryOf(
  details: PostbackDetails,
  recorded: RecordedEvent,
  tellings: Payloads,
  { postback }: Task,
  { tenant }: BatchContext<Cursor>,
): Promise<NewDelivery | null> {
  const fired = recorded.meta.tenant === tenant ? firedOf(details, recorded) : null;
  const told = fired && (await tellings.of(recorded));
  if (!fired || !told || !passesFilters(details, told.lead)) return null;
  return { tenant, postback, payload: { event: fired, ...told.payload }, tries: 1 + details.maxRetries };
}

function firedOf(details: PostbackDetails, recorded: RecordedEvent) {
  const decoded = decode(leads.types, recorded);
  return decoded.kind === 'event' ? firedBy(details, decoded.event) : null;
}
