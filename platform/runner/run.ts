import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Batch, EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import type { Log } from '../log/log.ts';
import type { Db } from '../postgres/transaction.ts';
import { type Apply, advance } from './batch.ts';
import { type Checkpoint, claim, Deposed, move } from './checkpoint.ts';
import { withConnection } from './connection.ts';
import { retryRequested } from './dead-letters/retry.ts';
import { type DeadLetter, hasDeadLetters, type SequenceOf } from './dead-letters/store.ts';
import { pause, pauseAfter } from './failure.ts';
import type { Progress } from './progress.ts';

/** What follows the events: a projection, or a reaction. */
export type Subscription<R> = {
  name: string;
  version: number;
  /** The types of event that it hears; moving past others costs it nothing. */
  events: readonly string[];
  apply: Apply<R>;
  /** Its events of one sequence are applied in order, also after a failure. Their stream when absent. */
  sequenceOf?: SequenceOf;
  /** Called after the commit, in order, once for each `apply` that was committed. */
  committed?: (result: R, position: Position) => void;
};

export type RunOptions = {
  /** One connection is held for as long as this runs: the one that holds the lock also writes the batches. */
  pool: Pool;
  store: EventStore;
  progress: Progress;
  log: Log;
  signal: AbortSignal;
};

/** As many events as one transaction takes in; live, a batch is whatever came in during the one before. */
const BATCH = 1_000;
/** How long a checkpoint may lag behind the store over events that this subscription does not hear. */
const SAVE_MS = 100;
/** How often a leader with dead letters looks for requested retries; without dead letters it never does. */
const LOOK_FOR_RETRIES_MS = 500;
/** Dead letters of one batch that are logged one by one; `npm run dead-letters` lists all. */
const LOGGED = 20;

/**
 * Follows the store for one subscription until the signal aborts. Of all processes that run the same name one
 * leads (a session's advisory lock), the others wait and take over within half a second. An outage is waited out.
 */
export async function run<R>(subscription: Subscription<R>, options: RunOptions): Promise<void> {
  const { name } = subscription;
  const { signal, log } = options;
  for (let failures = 0; !signal.aborted; ) {
    try {
      await withConnection(options.pool, (client, lost) => lead(subscription, client, lost, options));
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ subscription: name, err: error }, 'runner interrupted; it comes back');
      await pause(pauseAfter(failures++), signal);
    } finally {
      options.progress.led(name, false);
    }
  }
}

/** Waits to lead, leads, and returns once the signal or the connection ends. */
async function lead<R>(subscription: Subscription<R>, client: Db, lost: AbortSignal, options: RunOptions) {
  const { name, version } = subscription;
  const { signal, log, progress } = options;
  const ended = AbortSignal.any([signal, lost]);
  while (!signal.aborted) {
    const checkpoint = (await lock(client, name)) ? await claim(client, name, version) : null;
    if (!checkpoint) {
      await client.query('select pg_advisory_unlock_all()'); // another version's turn
      await pause(250 + Math.random() * 250, ended);
      if (lost.aborted) throw new Error('connection lost');
      continue;
    }
    log.info({ subscription: name, generation: checkpoint.generation, epoch: checkpoint.epoch }, 'leading');
    progress.moved(name, checkpoint.position);
    progress.led(name, true);
    try {
      await follow(subscription, client, lost, checkpoint, options);
    } catch (error) {
      if (!(error instanceof Deposed)) throw error;
      log.info({ subscription: name }, 'another generation or leader took over');
      progress.led(name, false);
    }
    if (lost.aborted) throw new Error('connection lost');
  }
}

/** Held by the session until it ends. Tried, not waited for: a waiting statement would hold back vacuum. */
async function lock(client: Db, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('runner ' || $1, 0)) as locked`,
    [name],
  );
  return rows[0]?.locked === true;
}

/** Applies batch after batch. Returns when the signal or the connection ends; throws Deposed. */
async function follow<R>(
  subscription: Subscription<R>,
  client: Db,
  lost: AbortSignal,
  from: Checkpoint,
  { store, progress, log, signal }: RunOptions,
) {
  const { name, events: types, apply, committed, sequenceOf = streamOf } = subscription;
  let withDeadLetters = await hasDeadLetters(client, from);
  const left = new AbortController();
  const batches = store.follow({
    after: from.position,
    limit: BATCH,
    types,
    signal: AbortSignal.any([signal, lost, left.signal]),
  });
  const reader = batches[Symbol.asyncIterator]();
  let next = reader.next();
  let checkpoint = from;
  let upTo = from.position;
  let savedAt = 0;
  let lookedAt = 0;

  const takeIn = async (batch: Batch) => {
    upTo = batch.upTo;
    if (batch.events.length > 0) {
      const done = await advance(client, checkpoint, batch, apply, {
        sequenceOf,
        hasDeadLetters: withDeadLetters,
        lost: () => lost.aborted,
      });
      checkpoint = done.checkpoint;
      savedAt = performance.now();
      if (done.deadLetters.length > 0) withDeadLetters = true;
      logDeadLetters(name, done.deadLetters, log);
      for (const result of done.results) committed?.(result, upTo);
    }
    progress.moved(name, upTo);
  };
  const save = async () => {
    checkpoint = await move(client, checkpoint, upTo);
    savedAt = performance.now();
  };
  const retry = async () => {
    const results = await retryRequested(client, checkpoint, store, apply);
    if (results.length > 0) log.info({ subscription: name, applied: results.length }, 'dead letters retried');
    for (const result of results) committed?.(result, upTo);
    withDeadLetters = await hasDeadLetters(client, checkpoint);
    lookedAt = performance.now();
  };
  /** Milliseconds until something is due beside the next batch, and what. */
  const chore = () => {
    const saveIn =
      upTo === checkpoint.position ? Number.POSITIVE_INFINITY : savedAt + SAVE_MS - performance.now();
    const lookIn = withDeadLetters
      ? lookedAt + LOOK_FOR_RETRIES_MS - performance.now()
      : Number.POSITIVE_INFINITY;
    return saveIn <= lookIn ? { dueIn: saveIn, work: save } : { dueIn: lookIn, work: retry };
  };

  try {
    for (;;) {
      const { dueIn, work } = chore();
      if (dueIn <= 0 || (Number.isFinite(dueIn) && !(await settled(next, dueIn)))) {
        await work();
        continue;
      }
      const { done, value } = await next;
      if (done) break;
      await takeIn(value);
      next = reader.next();
    }
    if (upTo !== checkpoint.position) await save();
  } finally {
    left.abort(); // ends a read that still waits for events
    await next.catch(() => {});
  }
}

const streamOf: SequenceOf = ({ stream }: RecordedEvent) => stream;

function logDeadLetters(name: string, letters: readonly DeadLetter[], log: Log) {
  const failed = letters.filter(({ error }) => error !== null);
  for (const { event, error } of failed.slice(0, LOGGED)) {
    const { type, position, stream } = event;
    log.error({ subscription: name, type, position, stream, error }, 'dead letter');
  }
  if (failed.length > LOGGED) log.error({ subscription: name, more: failed.length - LOGGED }, 'dead letters');
}

/** Whether a promise ends within a time. */
async function settled(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false);
  const result = await Promise.race([promise.then(() => true), late]);
  timer.abort();
  return result;
}
