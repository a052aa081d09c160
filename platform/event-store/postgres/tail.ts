import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBatch, ReadAll, RecordedEvent } from '../port.ts';
import type { Appended } from './appended.ts';
import { positionOf, rowOf } from './position.ts';
import type { ReadBatch } from './read.ts';

const KEPT_EVENTS = 4_000;
const KEPT_BYTES = 16 * 1024 * 1024;
const READ_EVENTS = 1_000;
/** Minimum pause between reads: under load, one read returns several commits. */
const PACE_MS = 2;
/** After this time without a read it is unknown whether the buffer is complete: a notification may be lost. */
const TRUSTED_MS = 700;
/** Consumers ask at least every two seconds. Without one, commits are not kept: nothing would take them over. */
const UNREAD_MS = 5_000;

/** The size of a commit, or of what one read returned. */
type Weight = { events: number; bytes: number };

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
export function sharedTail(read: (options: ReadAll) => Promise<ReadBatch>): SharedTail {
  /** The events of the positions `start + 1` to `start + events.length`; positions have no gaps. */
  let start = -1;
  let events: RecordedEvent[] = [];
  let weights: Weight[] = [];
  let bytes = 0;
  let extending: Promise<void> | null = null;
  let mayReadAt = 0;
  /** Commits of this process behind the buffer's end, by position. */
  let appended: Appended[] = [];
  let appendedBytes = 0;
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
    const part = events.slice(from - start, from - start + options.limit);
    const { types } = options;
    const wanted = types ? part.filter(({ type }) => types.includes(type)) : part;
    return { events: wanted, upTo: positionOf(from + part.length) };
  }

  /** The first reader to reach the head starts the shared buffer at its position. */
  async function ownRead(options: ReadAll): Promise<EventBatch> {
    const batch = await read(options);
    if (batch.reachedHead && rowOf(options.after) > end()) startAt(rowOf(batch.upTo));
    return batch;
  }

  function startAt(row: number) {
    start = row;
    events = [];
    weights = [];
    bytes = 0;
    isBehind = true;
  }

  function keep(more: readonly RecordedEvent[], weight: Weight) {
    events.push(...more);
    weights.push(weight);
    bytes += weight.bytes;
  }

  async function extend() {
    const early = mayReadAt - performance.now();
    if (early > 0) await sleep(early);
    if (start < 0) return; // forgotten meanwhile
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
    keep(batch.events, { events: batch.events.length, bytes: batch.bytes });
    forget();
  }

  /** Moves the commits of this process that follow the buffer's end into it. @returns false if there are none */
  function takeAppended(): boolean {
    const from = end();
    for (const commit of appended) {
      if (commit.first !== end() + 1) continue; // read already, or behind a commit that is not known here
      keep(commit.events(), { events: commit.last - commit.first + 1, bytes: commit.bytes });
    }
    appended = appended.filter(({ first }) => first > end());
    appendedBytes = appended.reduce((sum, commit) => sum + commit.bytes, 0);
    if (appended.length > 0) isBehind = true;
    if (end() === from) return false;
    forget();
    return true;
  }

  function append(commit: Appended) {
    if (start < 0) return; // no consumer has reached the head
    if (performance.now() > askedAt + UNREAD_MS) return dropAppended();
    if (appendedBytes + commit.bytes > KEPT_BYTES) dropAppended();
    // Near the end: two groups are in flight, and their answers may arrive in another order than they were committed.
    const before = appended.findLastIndex(({ first }) => first < commit.first);
    appended.splice(before + 1, 0, commit);
    appendedBytes += commit.bytes;
  }

  function dropAppended() {
    appended = [];
    appendedBytes = 0;
    isBehind = true;
  }

  const mayBeBehind = () => {
    isBehind = true;
  };

  function forgetAll() {
    startAt(-1);
    dropAppended();
  }

  function forget() {
    let count = 0;
    while (weights.length > 1 && (bytes > KEPT_BYTES || events.length - count > KEPT_EVENTS)) {
      const oldest = weights.shift();
      count += oldest?.events ?? 0;
      bytes -= oldest?.bytes ?? 0;
    }
    events.splice(0, count);
    start += count;
  }

  return { read: next, append, mayBeBehind, forgetAll };
}
