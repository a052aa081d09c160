import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, RecordedEvent } from '../event-store/port.ts';
import type { Db } from '../postgres/transaction.ts';
import { type Checkpoint, move } from './checkpoint.ts';
import { mayBePoison, textOf } from './failure.ts';

/** Writes what events bring about, inside the batch's transaction. A batch that failed is given again. */
export type Apply<R> = (events: readonly RecordedEvent[], tx: Db, generation: number) => Promise<R>;

export type Advanced<R> = { checkpoint: Checkpoint; results: R[]; buried: DeadLetter[] };
type DeadLetter = { event: RecordedEvent; error: string };

/** An event that cannot be taken in, where none may be left out (a rebuild). */
class PoisonEvent extends Error {
  override name = 'PoisonEvent';
  constructor(name: string, event: RecordedEvent, cause: unknown) {
    super(
      `${name} cannot take in ${event.type} at position ${event.position} ` +
        `(event ${event.id}, stream ${event.stream}, revision ${event.revision}): ${textOf(cause)}`,
      { cause },
    );
  }
}

type Options = {
  /** What becomes of an event that cannot be taken in: a dead letter, or the end of it all. */
  poison: 'bury' | 'stop';
  /** The connection is gone: whatever was thrown, no event is to blame. */
  lost?: () => boolean;
};

const retries = 2;

/**
 * Takes in one batch: its effect and the checkpoint in one transaction, so that each event has its effect once,
 * wherever the process is killed. A batch that keeps failing is bisected, and the poisoned event alone is buried.
 * Throws Deposed, PoisonEvent (with `poison: 'stop'`), and whatever an outage throws.
 */
export async function advance<R>(
  client: Db,
  from: Checkpoint,
  { events, upTo }: Batch,
  apply: Apply<R>,
  { poison, lost = () => false }: Options,
): Promise<Advanced<R>> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await transaction(client, async () => {
        // First, for it locks the row: two leaders never write rows at the same time.
        const checkpoint = await move(client, from, upTo);
        if (attempt < retries) {
          return { checkpoint, results: [await apply(events, client, from.generation)], buried: [] };
        }
        return { checkpoint, ...(await isolate(client, from, events, apply, poison)) };
      });
    } catch (error) {
      if (lost() || !mayBePoison(error) || attempt >= retries) throw error;
      await sleep(20 + Math.random() * 80);
    }
  }
}

/** Applies the halves of a failing batch, down to the one event that fails by itself. */
async function isolate<R>(
  client: Db,
  from: Checkpoint,
  events: readonly RecordedEvent[],
  apply: Apply<R>,
  poison: 'bury' | 'stop',
): Promise<{ results: R[]; buried: DeadLetter[] }> {
  const [first] = events;
  if (!first) return { results: [], buried: [] };
  await client.query('savepoint part');
  try {
    const result = await apply(events, client, from.generation);
    await client.query('release savepoint part');
    return { results: [result], buried: [] };
  } catch (error) {
    if (!mayBePoison(error)) throw error;
    await client.query('rollback to savepoint part; release savepoint part');
    if (events.length > 1) {
      const half = events.length >> 1;
      const left = await isolate(client, from, events.slice(0, half), apply, poison);
      const right = await isolate(client, from, events.slice(half), apply, poison);
      return { results: [...left.results, ...right.results], buried: [...left.buried, ...right.buried] };
    }
    if (poison === 'stop') throw new PoisonEvent(from.name, first, error);
    const letter = { event: first, error: textOf(error) };
    await bury(client, from, letter);
    return { results: [], buried: [letter] };
  }
}

async function bury(client: Db, { name, generation }: Checkpoint, { event, error }: DeadLetter) {
  await client.query(
    `insert into dead_letters (name, generation, position, event_id, type, stream, error)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [name, generation, event.position, event.id, event.type, event.stream, error],
  );
}

/** Runs work between begin and commit; rolls back and throws on when it throws. */
export async function transaction<T>(client: Db, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection may be gone; the first error tells more
    throw error;
  }
}
