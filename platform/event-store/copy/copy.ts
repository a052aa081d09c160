import { HISTORY_STREAM, openHistory, readHistory } from '../history.ts';
import { type Position, type RecordedEvent, START } from '../port.ts';
import { type Digest, differing, digest } from './digest.ts';
import type { Reservation, Source, Target } from './ends.ts';

const BATCH = 2_000;
const NAMES = 1_000;

export type Copied = {
  /** How many this run copied, and how many stood there from one before it. */
  events: number;
  source: Digest;
  target: Digest;
  /** Streams that are not the same in both; none when all went well. */
  differing: string[];
};

/** Copying cannot begin, or go on; the message is one line that says why. */
export class CannotCopy extends Error {
  override name = 'CannotCopy';
}

export type CopyReport = {
  copied: (events: number, after: Position, head: Position) => void;
  reserved: (names: number) => void;
  compared: (which: 'source' | 'target', events: number) => void;
};

/**
 * Copies a whole history into an empty store, or goes on where a run before was cut off: the target itself says how far
 * that came. Then compares the two; only a target that is the same becomes a store of its own, which a product can open.
 * Nobody may write to the source meanwhile. With `replace`, whatever store the target was before is taken away first. Throws CannotCopy, StoreUnavailable.
 */
export async function copy(
  source: Source,
  target: Target,
  { replace }: { replace: boolean },
  tell: CopyReport,
): Promise<Copied> {
  if ((await readHistory(target.store)).id !== undefined) {
    // A copy that was cut off is not yet a history of its own: that one is gone on with, and not replaced.
    if (!replace) throw new CannotCopy('The target is a store of its own already: copy into an empty one');
    if (!target.empty) throw new CannotCopy('An EventStoreDB cannot be emptied: copy into a fresh one');
    await target.empty();
  }

  const head = await source.store.head();
  let after = await resumeAfter(source, target);
  let events = 0;
  for (;;) {
    const batch = await source.store.readAll({ after, limit: BATCH });
    if (batch.upTo === after) break;
    const own = batch.events.filter(({ stream }) => stream !== HISTORY_STREAM);
    if (own.length > 0) await target.add(own);
    after = batch.upTo;
    events += own.length;
    tell.copied(events, after, head);
  }
  await copyNames(source, target, tell);

  const digests = {
    source: await digest(source.store, (count) => tell.compared('source', count)),
    target: await digest(target.store, (count) => tell.compared('target', count)),
  };
  const different = differing(digests.source, digests.target);
  const same = different.length === 0 && digests.source.all.hash === digests.target.all.hash;
  if (same) await openHistory(target.store, (await readHistory(source.store)).used);
  return { events, ...digests, differing: different };
}

/** The place in the source of the last event that the target has. */
async function resumeAfter(source: Source, target: Target): Promise<Position> {
  const last = await target.last();
  if (!last) return START;
  const [same] = await source.store.readStream(last.stream, { from: last.revision, limit: 1 });
  if (!same || same.id !== last.id) throw new CannotCopy(strange(last));
  return same.position;
}

const strange = ({ type, stream, revision }: RecordedEvent) =>
  `The target holds what the source does not (${type}, event ${revision} of ${stream}): copy into an empty store`;

async function copyNames(source: Source, target: Target, tell: CopyReport): Promise<void> {
  let names = 0;
  let waiting: Reservation[] = [];
  const flush = async () => {
    await target.reserve(waiting);
    names += waiting.length;
    waiting = [];
    tell.reserved(names);
  };
  for await (const reservation of source.reservations()) {
    waiting.push(reservation);
    if (waiting.length === NAMES) await flush();
  }
  await flush();
}
