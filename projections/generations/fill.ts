import type { EventBatch, EventStore, Position } from '@crm/platform/event-store/port.ts';
import { mayBePoison } from '@crm/platform/failures/classify.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type Apply, advance, transaction } from '@crm/platform/runner/batch.ts';
import { type Checkpoint, move } from '@crm/platform/runner/checkpoint.ts';
import {
  type DeadLetter,
  hasDeadLetters,
  holdBehindDeadLetters,
  storeDeadLetters,
} from '@crm/platform/runner/dead-letters/store.ts';
import type { AnyProjection } from '../projection.ts';
import { applyEvents, foldEvents, type Load, sequenceIn, writeFolded } from './apply.ts';
import type { RowCache } from './cache.ts';
import { allErasedTenants } from './erased.ts';
import type { Folded } from './fold.ts';
import { loadRows } from './rows.ts';
import { createClearIndex } from './tables.ts';
import { collectUnwritten } from './unwritten.ts';

/** Larger than a live batch: each row is written once per batch, for any number of its events. */
const BATCH = 10_000;

/**
 * Rows that are folded and not written yet, by default: some 100 MB. A lead gets its events over days, that is, in many
 * batches, and its row, its bits and its block of columns are written once for several of them.
 */
export const MOST_UNWRITTEN = 40_000;

/** Dependencies of a filling. */
export type Filling = {
  client: Db;
  store: Pick<EventStore, 'readAll'>;
  /** By table: the rows that the builder wrote last. */
  caches: ReadonlyMap<string, RowCache>;
  mostUnwritten: number;
  signal: AbortSignal;
  /** Called after each write with its number of events, the new position and the target. */
  onTaken: (events: number, position: Position, target: Position) => void;
};

/**
 * Applies events to a generation that is being built, up to a target and not beyond it. Batches are pipelined. A batch
 * that fails is applied again alone, where its poisoned events become dead letters of this generation.
 * @returns the checkpoint at the target
 */
export async function fill(
  projection: AnyProjection,
  from: Checkpoint,
  target: Position,
  filling: Filling,
): Promise<Checkpoint> {
  let last = from;
  const taken = (checkpoint: Checkpoint, events: number) => {
    last = checkpoint;
    filling.onTaken(events, checkpoint.position, target);
  };
  const work: Work = { ...filling, projection, target, taken };
  while (last.position < target) {
    try {
      await fillAhead(work, last);
    } catch (error) {
      if (!mayBePoison(error)) throw error;
      for (const cache of filling.caches.values()) cache.forget(); // they contain rows that were rolled back
      await fillOneBatch(work, last);
    }
  }
  return last;
}

/** `taken` is called with each new checkpoint and the number of events up to it. */
type Work = Omit<Filling, 'onTaken'> & {
  projection: AnyProjection;
  target: Position;
  taken: (checkpoint: Checkpoint, events: number) => void;
};

/** While batches are written, the next one is folded and the one after that is read. */
async function fillAhead(work: Work, from: Checkpoint) {
  const { projection, client, caches, mostUnwritten, taken } = work;
  const { generation } = from;
  const unwritten = collectUnwritten();
  let events = 0;
  let held: DeadLetter[] = [];
  // Only fillOneBatch blocks further sequences, so one check is enough.
  const someAreBlocked = await hasDeadLetters(client, from);
  const erased = await allErasedTenants(client);
  let written = Promise.resolve(from);
  const load: Load = async (rows, keys) => {
    await written; // both use one connection
    return loadRows(client, rows, keys);
  };
  const split = async (events: EventBatch['events']) => {
    if (!someAreBlocked) return { free: events, held: [] };
    await written;
    return holdBehindDeadLetters(client, from, events, sequenceIn(projection));
  };
  /** Writes what is unwritten, and then a batch that was not added to it. */
  const write = async (upTo: Position, batch: Folded) => {
    const parts = [unwritten.take(), batch];
    const letters = held;
    const count = events;
    held = [];
    events = 0;
    const checkpoint = await written;
    written = transaction(client, async () => {
      const moved = await move(client, checkpoint, upTo);
      for (const folded of parts) {
        // Few histories have an erasure; without the index, each would read all rows.
        for (const { table, changes } of folded)
          if (changes.cleared.length > 0) await createClearIndex(client, table, generation);
        await writeFolded(client, folded, generation);
      }
      await storeDeadLetters(client, from, letters);
      return moved;
    }).then((moved) => {
      taken(moved, count);
      return moved;
    });
    written.catch(() => {}); // the await throws it
  };
  try {
    let last = from.position;
    for await (const batch of batchesTo(work, from)) {
      const { free, held: behind } = await split(batch.events);
      const folded = await foldEvents(projection, free, generation, { load, erased, caches, unwritten });
      held.push(...behind);
      events += batch.events.length;
      last = batch.upTo;
      // The statement of a `clear` must find all earlier rows.
      if (folded.some(({ changes }) => changes.cleared.length > 0)) {
        await write(last, folded);
        continue;
      }
      unwritten.add(folded);
      if (unwritten.size() >= mostUnwritten) await write(last, []);
    }
    if ((await written).position !== last) await write(last, []);
    await written;
  } finally {
    await written.catch(() => {}); // frees the connection before it is used again
  }
}

/** Applies one batch alone, and bisects it if it fails. */
async function fillOneBatch(work: Work, from: Checkpoint) {
  const { projection, client, taken } = work;
  for await (const batch of batchesTo(work, from)) {
    const apply: Apply<unknown> = (events, tx, { generation }) =>
      applyEvents(projection, events, tx, generation);
    const { checkpoint } = await advance({ client, checkpoint: from, apply }, batch, {
      sequenceOf: sequenceIn(projection),
      hasDeadLetters: await hasDeadLetters(client, from),
    });
    return taken(checkpoint, batch.events.length);
  }
}

/** The events up to a target, in batches; the next batch is read while one is applied. */
async function* batchesTo(
  { projection, target, store, signal }: Work,
  { position }: Checkpoint,
): AsyncGenerator<EventBatch, void, void> {
  const types = Object.keys(projection.events);
  const read = (after: Position) => {
    const reading = store.readAll({ after, limit: BATCH, types });
    reading.catch(() => {}); // the await throws it
    return reading;
  };
  let reading = position < target ? read(position) : null;
  while (reading) {
    signal.throwIfAborted();
    const batch = await reading;
    reading = batch.upTo < target ? read(batch.upTo) : null;
    yield {
      events: batch.events.filter((event) => event.position <= target),
      upTo: batch.upTo < target ? batch.upTo : target,
    };
  }
}
