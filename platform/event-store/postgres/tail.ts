import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBatch, ReadAll } from '../port.ts';
import type { Appended } from './appended.ts';
import { openOwnCommits } from './own-commits.ts';
import { positionOf, rowOf } from './position.ts';
import type { ReadBatch } from './read.ts';
import { openTailBuffer } from './tail-buffer.ts';

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
export function sharedTail(read: (options: ReadAll) => Promise<ReadBatch>): SharedTail {
  const buffer = openTailBuffer();
  const ownCommits = openOwnCommits();
  let extending: Promise<void> | null = null;
  let mayReadAt = 0;
  let isBehind = true;
  let readAt = 0;
  let askedAt = 0;

  async function next(options: ReadAll): Promise<EventBatch> {
    const from = rowOf(options.after);
    askedAt = performance.now();
    // A running read may have started before the commit that woke this consumer: then read once more.
    for (let reads = extending === null ? 1 : 2; reads > 0 && from === buffer.end(); reads -= 1) {
      extending ??= extend().finally(() => {
        extending = null;
      });
      await extending;
    }
    if (!buffer.has(from)) return ownRead(options);
    const part = buffer.after(from, options.limit);
    const { types } = options;
    const wanted = types ? part.filter(({ type }) => types.includes(type)) : part;
    return { events: wanted, upTo: positionOf(from + part.length) };
  }

  /** The first reader to reach the head starts the shared buffer at its position. */
  async function ownRead(options: ReadAll): Promise<EventBatch> {
    const batch = await read(options);
    if (batch.reachedHead && rowOf(options.after) > buffer.end()) {
      buffer.startAt(rowOf(batch.upTo));
      isBehind = true;
    }
    return batch;
  }

  /** Adds the events after the buffer's end, if there are any: the commits of this process, or else those of a read. */
  async function extend() {
    const early = mayReadAt - performance.now();
    if (early > 0) await sleep(early);
    if (!buffer.isStarted()) return; // forgotten meanwhile
    mayReadAt = performance.now() + PACE_MS;
    const hasMoved = ownCommits.moveInto(buffer);
    if (!ownCommits.isEmpty()) isBehind = true;
    if (hasMoved || (!isBehind && performance.now() < readAt + TRUSTED_MS)) return;
    await readOn();
  }

  async function readOn() {
    isBehind = false;
    readAt = performance.now();
    const from = buffer.end();
    const batch = await read({ after: positionOf(from), limit: READ_EVENTS }).catch((error) => {
      isBehind = true;
      throw error;
    });
    if (!batch.reachedHead) {
      mayReadAt = 0;
      isBehind = true;
    }
    if (batch.events.length === 0 || from !== buffer.end()) return; // nothing new, or another reader restarted the buffer
    buffer.add(batch.events, { events: batch.events.length, bytes: batch.bytes });
    buffer.trim();
  }

  function append(commit: Appended) {
    if (!buffer.isStarted()) return; // no consumer has reached the head
    if (performance.now() > askedAt + UNREAD_MS) return dropOwnCommits();
    if (!ownCommits.hasRoomFor(commit)) dropOwnCommits();
    ownCommits.add(commit);
  }

  function dropOwnCommits() {
    ownCommits.clear();
    isBehind = true;
  }

  const mayBeBehind = () => {
    isBehind = true;
  };

  function forgetAll() {
    buffer.clear();
    dropOwnCommits();
  }

  return { read: next, append, mayBeBehind, forgetAll };
}
