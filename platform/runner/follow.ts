import type { EventBatch } from '../event-store/port.ts';
import { pause } from '../failures/pause.ts';
import { arrivalOf } from './arrival.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Consumer, RunOptions } from './consumer.ts';
import { ledConsumer } from './led-consumer.ts';

/** Maximum number of events per read. Reads are full during catch-up; at the head, one has the events that arrived meanwhile. */
const BATCH = 1_000;
/** The pace of a consumer that declares none, and of each one after a batch with MANY events. */
const EVERY_MS = 25;
const EVERY_MS_WITH_MANY = 50;
const MANY = 50;

/**
 * Applies batch after batch, until the signal or `lost` aborts. While no batch has arrived, it does the consumer's chores.
 * Throws LeadershipLost.
 */
export async function follow<R>(
  consumer: Consumer<R>,
  from: Checkpoint,
  lost: AbortSignal,
  options: RunOptions,
) {
  const { store, signal } = options;
  const { everyMs = EVERY_MS } = consumer;
  const left = new AbortController();
  const ended = AbortSignal.any([signal, lost, left.signal]);
  const led = await ledConsumer(consumer, from, { ...options, signal: ended });
  const batches = store.follow({ after: from.position, limit: BATCH, types: consumer.events, signal: ended });
  const reader = batches[Symbol.asyncIterator]();
  let next = arrivalOf(reader.next());
  try {
    for (;;) {
      const chore = led.nextChore();
      if (chore.dueIn <= 0 || !(await next.within(chore.dueIn))) {
        await chore.run();
        continue;
      }
      const { done, value: batch } = await next.promise;
      if (done) break;
      const began = performance.now();
      await led.apply(batch);
      const early = began + paceAfter(batch, everyMs) - performance.now();
      if (early > 0) await pause(early, signal);
      next = arrivalOf(reader.next());
    }
    await led.savePosition();
  } finally {
    left.abort(); // ends a pending read
    await next.promise.catch(() => {});
    // After a failed batch the store still waits for the next read: without this, its subscription would stay open.
    await reader.return?.().catch(() => {});
  }
}

/** The time from the start of a batch to the start of the next. After a full batch more events wait: no pause. */
function paceAfter({ events }: EventBatch, everyMs: number): number {
  if (events.length === BATCH) return 0;
  return events.length < MANY ? everyMs : EVERY_MS_WITH_MANY;
}
