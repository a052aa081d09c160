import type { EventStore, Position } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type Apply, advance } from '@crm/platform/runner/batch.ts';
import type { Checkpoint } from '@crm/platform/runner/checkpoint.ts';
import type { AnyProjection } from '../projection.ts';
import { applyEvents } from './apply.ts';
import type { RowCache } from './cache.ts';

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
 * Takes events into a generation that is being built, up to a target and not past it. The next batch is read
 * while one is written. Returns the checkpoint at the target; throws PoisonEvent, for a rebuild leaves nothing out.
 */
export async function fill(
  projection: AnyProjection,
  from: Checkpoint,
  target: Position,
  { client, store, caches, signal, onTaken }: Filling,
): Promise<Checkpoint> {
  const types = Object.keys(projection.events);
  const apply: Apply<unknown> = async (events, tx, generation) => {
    try {
      return await applyEvents(projection, events, tx, generation, caches);
    } catch (error) {
      for (const cache of caches.values()) cache.forget();
      throw error;
    }
  };
  let checkpoint = from;
  const read = (after: Position) => store.readAll({ after, limit: BATCH, types });
  let reading = checkpoint.position < target ? read(checkpoint.position) : null;
  while (reading) {
    signal.throwIfAborted();
    const batch = await reading;
    reading = batch.upTo < target ? read(batch.upTo) : null;
    reading?.catch(() => {}); // thrown when it is awaited
    const within = {
      events: batch.events.filter(({ position }) => position <= target),
      upTo: batch.upTo < target ? batch.upTo : target,
    };
    const done = await advance(client, checkpoint, within, apply, { poison: 'stop' });
    checkpoint = done.checkpoint;
    onTaken(within.events.length, checkpoint.position, target);
  }
  return checkpoint;
}
