import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBatch, Position, RecordedEvent } from '../event-store/port.ts';
import { mayBePoison } from '../failures/classify.ts';
import type { Db } from '../postgres/transaction.ts';
import { beginMoving, type Checkpoint, type LeadershipToken } from './checkpoint.ts';
import {
  type DeadLetter,
  failed,
  holdBehind,
  holdBehindDeadLetters,
  type SequenceOf,
  sequenceOrStream,
  storeDeadLetters,
} from './dead-letters/store.ts';

/** Writes the effect of events inside the batch's transaction. Called again with the same events after a failure. */
export type Apply<R> = (events: readonly RecordedEvent[], tx: Db, token: LeadershipToken) => Promise<R>;

/** The leader of a consumer at work: its connection, the checkpoint that it holds, and the consumer's `apply`. */
export type Applier<R> = { client: Db; checkpoint: Checkpoint; apply: Apply<R> };

export type Advanced<R> = { checkpoint: Checkpoint; results: R[]; deadLetters: DeadLetter[] };

export type AdvanceOptions = {
  sequenceOf: SequenceOf;
  /** Whether this generation has dead letters, so that events of this batch may have to be held behind one. */
  hasDeadLetters: boolean;
};

const retries = 2;

/**
 * Applies one batch: its effect and the checkpoint are one transaction, so each event has its effect once, even if the
 * process is killed. A batch that fails repeatedly is bisected: the poisoned event and the later events of its sequence
 * become dead letters; all others are applied.
 * Throws LeadershipLost, and the errors of an outage.
 */
export async function advance<R>(
  applier: Applier<R>,
  { events, upTo }: EventBatch,
  { sequenceOf, hasDeadLetters }: AdvanceOptions,
): Promise<Advanced<R>> {
  const { client, checkpoint: from, apply } = applier;
  for (let tried = 0; ; tried++) {
    try {
      // First the checkpoint, because it locks the row: two leaders never write rows at the same time.
      return await moving(client, from, upTo, async (checkpoint) => {
        const { free, held, blocked } = hasDeadLetters
          ? await holdBehindDeadLetters(client, from, events, sequenceOf)
          : { free: events, held: [], blocked: new Set<string>() };
        const order: Order = { sequenceOf, blocked, deadLetters: [...held] };
        let results: R[] = [];
        if (free.length > 0 && tried < retries) results = [await apply(free, client, from)];
        else if (free.length > 0) results = await isolate(applier, free, order);
        await storeDeadLetters(client, from, order.deadLetters);
        return { checkpoint, results, deadLetters: order.deadLetters };
      });
    } catch (error) {
      if (!mayBePoison(error) || tried >= retries) throw error;
      await sleep(20 + Math.random() * 80);
    }
  }
}

/** Keeps sequences in order while a batch is bisected: blocked sequences, and the dead letters of the batch. */
type Order = { sequenceOf: SequenceOf; blocked: Set<string>; deadLetters: DeadLetter[] };

/** Applies the halves of a failing batch, the earlier one first, down to a single event that fails. */
async function isolate<R>(applier: Applier<R>, batch: readonly RecordedEvent[], order: Order): Promise<R[]> {
  const { client, checkpoint, apply } = applier;
  const { free: events, held } = holdBehind(order.blocked, batch, order.sequenceOf);
  order.deadLetters.push(...held);
  const [first] = events;
  if (!first) return [];
  const applied = await attempt(client, () => apply(events, client, checkpoint));
  if (applied.kind === 'done') return [applied.result];
  if (events.length > 1) {
    const half = events.length >> 1;
    const left = await isolate(applier, events.slice(0, half), order);
    const right = await isolate(applier, events.slice(half), order);
    return [...left, ...right];
  }
  const sequence = sequenceOrStream(order.sequenceOf, first);
  order.blocked.add(sequence);
  order.deadLetters.push(failed(first, sequence, applied.error));
  return [];
}

/** Runs work behind a savepoint, so that a poisoned event undoes only this work. Throws the errors of an outage. */
export async function attempt<R>(
  client: Db,
  work: () => Promise<R>,
): Promise<{ kind: 'done'; result: R } | { kind: 'poisoned'; error: unknown }> {
  await client.query('savepoint part');
  try {
    const result = await work();
    await client.query('release savepoint part');
    return { kind: 'done', result };
  } catch (error) {
    if (!mayBePoison(error)) throw error;
    await client.query('rollback to savepoint part; release savepoint part');
    return { kind: 'poisoned', error };
  }
}

/** Runs work in a transaction; rolls back and rethrows when it throws. */
export function transaction<T>(client: Db, work: () => Promise<T>): Promise<T> {
  return committed(client, () => client.query('begin'), work);
}

/** Runs work in a transaction that begins by advancing a checkpoint. */
function moving<T>(
  client: Db,
  from: Checkpoint,
  to: Position,
  work: (moved: Checkpoint) => Promise<T>,
): Promise<T> {
  return committed(client, () => beginMoving(client, from, to), work);
}

async function committed<B, T>(
  client: Db,
  begin: () => Promise<B>,
  work: (begun: B) => Promise<T>,
): Promise<T> {
  try {
    const result = await work(await begin());
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection may be lost; the first error is more useful
    throw error;
  }
}
