import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBatch, ReadAll, RecordedEvent } from '../port.ts';
import type { Appended } from './appended.ts';
import { positionOf, rowOf } from './position.ts';
import type { Stretch } from './read.ts';

const KEPT_EVENTS = 4_000;
const KEPT_BYTES = 16 * 1024 * 1024;
const READ_EVENTS = 1_000;
/** Minimum pause between reads: under load, one read returns several commits. */
const PACE_MS = 2;
/** After this time without a read it is unknown whether the buffer is complete: a notification may be lost. */
const TRUSTED_MS = 700;
/** Consumers ask at least every two seconds. Without one, commits are not kept: nothing would take them over. */
const UNREAD_MS = 5_000;

export type SharedTail = {
  read(options: ReadAll): Promise<EventBatch>;
  /** Takes over the events of a commit of this process, so that they need not be read. */
  append(appended: Appended): void;
  /** Another process may have appended events. */
  mayBeBehind(): void;
  /** Forgets all events: a standby that lacks the last of them may have taken over, and has others at their positions. */
  forgetAll(): void;
};

/**
 * A shared buffer for the consumers of one process, which all read the same newest events: each event is read once,
 * kept for a while, and returned to all. Events that this process appended are not read at all, unless another process
 * appended before them. A consumer further behind reads from Postgres itself. Events are shared: never change them.
 */
export function sharedTail(read: (options: ReadAll) => Promise<Stretch>): SharedTail {
  /** The events of the positions `start + 1` to `start + events.length`; positions have no gaps. */
  let start = -1;
  let events: RecordedEvent[] = [];
  let weights: { events: number; bytes: number }[] = [];
  let extending: Promise<void> | null = null;
  let mayReadAt = 0;
  /** Commits of this process behind the buffer's end, by position. */
  let appended: Appended[] = [];
  let isBehind = true;
  let readAt = 0;
  let askedAt = 0;

  const end = () => start + events.length;

  async function next(options: ReadAll): Promise<EventBatch> {
    const from = rowOf(options.after);
    askedAt = performance.now();
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
  async function ownRead(options: ReadAll): Promise<EventBatch> {
    const batch = await read(options);
    if (batch.reachedHead && rowOf(options.after) > end()) {
      start = rowOf(batch.upTo);
      events = [];
      weights = [];
      isBehind = true;
    }
    return batch;
  }

  async function extend() {
    const early = mayReadAt - performance.now();
    if (early > 0) await sleep(early);
    mayReadAt = performance.now() + PACE_MS;
    if (takeAppended()) return;
    if (!isBehind && performance.now() < readAt + TRUSTED_MS) return;
    isBehind = false;
    readAt = performance.now();
    const from = end();
    const batch = await read({ after: positionOf(from), limit: READ_EVENTS }).catch((error) => {
      isBehind = true;
      throw error;
    });
    if (!batch.reachedHead) {
      mayReadAt = 0;
      isBehind = true;
    }
    if (batch.events.length === 0 || from !== end()) return; // nothing new, or another reader restarted the buffer
    events.push(...batch.events);
    weights.push({ events: batch.events.length, bytes: batch.bytes });
    forget();
  }

  /** Moves the commits of this process that follow the buffer's end into it. @returns false if there are none */
  function takeAppended(): boolean {
    const from = end();
    for (const commit of appended) {
      if (commit.first !== end() + 1) continue; // read already, or behind a commit that is not known here
      events.push(...commit.events());
      weights.push({ events: commit.last - commit.first + 1, bytes: commit.bytes });
    }
    appended = appended.filter(({ first }) => first > end());
    if (appended.length > 0) isBehind = true;
    if (end() === from) return false;
    forget();
    return true;
  }

  function append(commit: Appended) {
    if (start < 0) return; // no consumer has reached the head
    if (performance.now() > askedAt + UNREAD_MS) {
      appended = [];
      isBehind = true;
      return;
    }
    const waiting = appended.reduce((sum, { bytes }) => sum + bytes, 0);
    if (waiting + commit.bytes > KEPT_BYTES) {
      appended = [];
      isBehind = true;
    }
    // Two groups are in flight: their answers may arrive in another order than they were committed.
    appended = [...appended, commit].sort((a, b) => a.first - b.first);
  }

  const mayBeBehind = () => {
    isBehind = true;
  };

  function forgetAll() {
    start = -1;
    events = [];
    weights = [];
    appended = [];
    isBehind = true;
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

  return { read: next, append, mayBeBehind, forgetAll };
}
