import type { Batch, EventStore, Position } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { advance, transaction } from '@crm/platform/runner/batch.ts';
import { type Checkpoint, move } from '@crm/platform/runner/checkpoint.ts';
import { mayBePoison } from '@crm/platform/runner/failure.ts';
import type { AnyProjection } from '../projection.ts';
import { applyEvents, foldEvents, type Load, writeFolded } from './apply.ts';
import type { RowCache } from './cache.ts';
import { loadRows } from './rows.ts';

/** Larger than live: each row is written once a batch, however many of its events fall into it. */
const BATCH = 10_000;

/** What filling needs, beside the projection. */
export type Filling = {
  client: Db;
  store: EventStore;
  /** By table: what the builder knows of the rows that it wrote. */
  caches: ReadonlyMap<string, RowCache>;
  signal: AbortSignal;
  /** Told after each batch: how many more events are in, and how far that is. */
  onTaken: (events: number, position: Position, target: Position) => void;
};

/**
 * Takes events into a generation that is being built, up to a target and not past it. Returns the checkpoint at the
 * target; throws PoisonEvent, for a rebuild leaves nothing out.
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
  try {
    await fillAhead(projection, from, target, filling, taken);
  } catch (error) {
    if (!mayBePoison(error)) throw error;
    for (const cache of filling.caches.values()) cache.forget(); // they tell of rows that were not written
    await fillCarefully(projection, last, target, filling, taken);
  }
  return last;
}

type Taken = (checkpoint: Checkpoint, events: number) => void;

/** While a batch is written, the next one is folded and the one after it is read. */
async function fillAhead(
  projection: AnyProjection,
  from: Checkpoint,
  target: Position,
  filling: Filling,
  taken: Taken,
) {
  const { client, caches } = filling;
  const { generation } = from;
  let written = Promise.resolve(from);
  const load: Load = async (rows, keys) => {
    await written; // one connection
    return loadRows(client, rows, keys);
  };
  try {
    for await (const { events, upTo } of batchesTo(projection, from, target, filling)) {
      const folded = await foldEvents(projection, events, generation, load, caches);
      const checkpoint = await written;
      written = transaction(client, async () => {
        const moved = await move(client, checkpoint, upTo);
        await writeFolded(client, folded, generation);
        return moved;
      }).then((moved) => {
        taken(moved, events.length);
        return moved;
      });
      written.catch(() => {}); // thrown where it is awaited
    }
    await written;
  } finally {
    await written.catch(() => {}); // nobody else uses the connection before
  }
}

/** One batch after the other, each bisected where it fails: names the poisoned event. */
async function fillCarefully(
  projection: AnyProjection,
  from: Checkpoint,
  target: Position,
  filling: Filling,
  taken: Taken,
) {
  let checkpoint = from;
  for await (const batch of batchesTo(projection, from, target, filling)) {
    const done = await advance(
      filling.client,
      checkpoint,
      batch,
      (events, tx, generation) => applyEvents(projection, events, tx, generation),
      { poison: 'stop' },
    );
    checkpoint = done.checkpoint;
    taken(checkpoint, batch.events.length);
  }
}

/** The events up to a target, batch by batch; the next is read while one is taken in. */
async function* batchesTo(
  { events }: AnyProjection,
  { position }: Checkpoint,
  target: Position,
  { store, signal }: Filling,
): AsyncGenerator<Batch, void, void> {
  const types = Object.keys(events);
  const read = (after: Position) => {
    const reading = store.readAll({ after, limit: BATCH, types });
    reading.catch(() => {}); // thrown where it is awaited
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
