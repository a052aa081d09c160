import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, ReadAll, RecordedEvent } from '../port.ts';
import { positionOf, rowOf } from './position.ts';
import type { Stretch } from './read.ts';

const KEPT_EVENTS = 4_000;
const KEPT_BYTES = 16 * 1024 * 1024;
const READ_EVENTS = 1_000;
/** Minimum pause between reads: under load, one read returns several commits. */
const PACE_MS = 5;

/**
 * A shared buffer for the consumers of one process, which all read the same newest events: each event is read once,
 * kept for a while, and returned to all. A consumer further behind reads from Postgres itself. Events are shared: never
 * change them.
 */
export function sharedTail(
  read: (options: ReadAll) => Promise<Stretch>,
): (options: ReadAll) => Promise<Batch> {
  /** The events of the positions `start + 1` to `start + events.length`; positions have no gaps. */
  let start = -1;
  let events: RecordedEvent[] = [];
  let weights: { events: number; bytes: number }[] = [];
  let extending: Promise<void> | null = null;
  let mayReadAt = 0;

  const end = () => start + events.length;

  async function next(options: ReadAll): Promise<Batch> {
    const from = rowOf(options.after);
    // A running read may have started before the commit that woke this consumer: then read once more.
    for (let reads = extending === null ? 1 : 2; reads > 0 && from === end(); reads -= 1) {
      extending ??= extend().finally(() => {
        extending = null;
      });
      await extending;
    }
    if (from < start || from > end()) return ownRead(options);
    const stretch = events.slice(from - start, from - start + options.limit);
    const { types } = options;
    const wanted = types ? stretch.filter(({ type }) => types.includes(type)) : stretch;
    return { events: wanted, upTo: positionOf(from + stretch.length) };
  }

  /** The first reader to reach the head starts the shared buffer at its position. */
  async function ownRead(options: ReadAll): Promise<Batch> {
    const batch = await read(options);
    if (batch.reachedHead && rowOf(options.after) > end()) {
      start = rowOf(batch.upTo);
      events = [];
      weights = [];
    }
    return batch;
  }

  async function extend() {
    const from = end();
    const early = mayReadAt - performance.now();
    if (early > 0) await sleep(early);
    mayReadAt = performance.now() + PACE_MS;
    const batch = await read({ after: positionOf(from), limit: READ_EVENTS });
    if (!batch.reachedHead) mayReadAt = 0;
    if (batch.events.length === 0 || from !== end()) return; // nothing new, or another reader restarted the buffer
    events.push(...batch.events);
    weights.push({ events: batch.events.length, bytes: batch.bytes });
    forget();
  }

  function forget() {
    let count = 0;
    while (weights.length > 1) {
      const bytes = weights.reduce((sum, weight) => sum + weight.bytes, 0);
      if (bytes <= KEPT_BYTES && events.length - count <= KEPT_EVENTS) break;
      count += weights.shift()?.events ?? 0;
    }
    events.splice(0, count);
    start += count;
  }

  return next;
}
