import type { EventBatch, RecordedEvent } from '../event-store/port.ts';
import { pause } from '../failures/pause.ts';
import { inSpan } from '../tracing/tracing.ts';
import { arrivalOf } from './arrival.ts';
import { advance } from './batch.ts';
import type { Checkpoint } from './checkpoint.ts';
import { choresOf } from './chores.ts';
import { borrowConnection } from './connection.ts';
import type { Consumer, RunOptions } from './consumer.ts';
import { retryRequested } from './dead-letters/retry.ts';
import { hasDeadLetters, type SequenceOf } from './dead-letters/store.ts';
import { fieldsOf, logDeadLetters, spanOf } from './report-batch.ts';

/**
 * Maximum number of events per read, and per transaction unless the consumer takes fewer (mostAtOnce). Reads are full during
 * catch-up; at the head, one has the events that arrived during the previous batch.
 */
const BATCH = 1_000;
/** The pace of a consumer that declares none, and of each one after a batch with MANY events. */
const EVERY_MS = 25;
const EVERY_MS_WITH_MANY = 50;
const MANY = 50;
/** A position that moves without a transaction is saved after this time. */
const SAVE_MS = 100;
/** Time between two looks for requested retries, which also show whether this process still leads. */
const LOOK_MS = 2_000;

/** Applies batch after batch, until the signal or `lost` aborts. Throws LeadershipLost. */
export async function follow<R>(
  consumer: Consumer<R>,
  from: Checkpoint,
  lost: AbortSignal,
  { pool, store, progress, log, signal }: RunOptions,
) {
  const { name, events: types, apply, hasNoEffect, committed, mostAtOnce = () => BATCH } = consumer;
  const { sequenceOf = streamOf, everyMs = EVERY_MS } = consumer;
  const chores = choresOf(pool);
  const skipped = consumer.skipsImported ? new Set(consumer.skipsImported) : null;
  let withDeadLetters = await hasDeadLetters(pool, from);
  const left = new AbortController();
  const ended = AbortSignal.any([signal, lost, left.signal]);
  const batches = store.follow({
    after: from.position,
    limit: BATCH,
    types,
    signal: ended,
  });
  const reader = batches[Symbol.asyncIterator]();
  let next = arrivalOf(reader.next());
  let checkpoint = from;
  let upTo = from.position;
  let savedAt = 0;
  let lookedAt = 0;

  const applyBatch = async (read: EventBatch) => {
    let rest: EventBatch | null = withoutImported(read, skipped);
    // The parts that are left at a stop are read again at the next start.
    while (rest && !signal.aborted) {
      const parts = partsOf(rest, mostAtOnce());
      await applyPart(parts.first);
      rest = parts.rest;
    }
  };
  const applyPart = async (batch: EventBatch) => {
    upTo = batch.upTo;
    const needsTransaction =
      batch.events.length > 0 && (withDeadLetters || !hasNoEffect?.(batch.events, checkpoint));
    if (needsTransaction) {
      const order = { sequenceOf, hasDeadLetters: withDeadLetters };
      const done = await inSpan(`consume ${name}`, spanOf(batch), () =>
        borrowConnection(pool, (client) => advance({ client, checkpoint, apply }, batch, order)),
      );
      if (log.isLevelEnabled('debug')) log.debug({ consumer: name, ...fieldsOf(batch) }, 'batch applied');
      checkpoint = done.checkpoint;
      savedAt = performance.now();
      if (done.deadLetters.length > 0) withDeadLetters = true;
      logDeadLetters(name, done.deadLetters, log);
      for (const result of done.results) committed?.(result, upTo);
    }
    progress.moved(name, upTo);
  };
  const savePosition = async () => {
    checkpoint = await chores.save(checkpoint, upTo);
    savedAt = performance.now();
  };
  /** Also shows whether this process still leads. */
  const retryDeadLetters = async () => {
    lookedAt = performance.now();
    if (!(await chores.retryIsRequested(checkpoint))) return;
    const results = await borrowConnection(pool, (client) =>
      retryRequested({ client, checkpoint, apply }, store, ended),
    );
    if (results.length > 0) log.info({ consumer: name, applied: results.length }, 'dead letters retried');
    for (const result of results) committed?.(result, upTo);
    withDeadLetters = await hasDeadLetters(pool, checkpoint);
  };
  /** The next task besides batches, and the milliseconds until it is due. */
  const nextChore = () => {
    const now = performance.now();
    const lookIn = beatAfter(lookedAt, LOOK_MS) - now;
    const saveIn = beatAfter(savedAt, SAVE_MS) - now;
    return upTo !== checkpoint.position && saveIn < lookIn
      ? { dueIn: saveIn, run: savePosition }
      : { dueIn: lookIn, run: retryDeadLetters };
  };

  try {
    for (;;) {
      const { dueIn, run } = nextChore();
      if (dueIn <= 0 || !(await next.within(dueIn))) {
        await run();
        continue;
      }
      const { done, value } = await next.promise;
      if (done) break;
      const began = performance.now();
      await applyBatch(value);
      // A full batch means that more events wait.
      const every = value.events.length < MANY ? everyMs : EVERY_MS_WITH_MANY;
      const early = began + every - performance.now();
      if (early > 0 && value.events.length < BATCH) await pause(early, signal);
      next = arrivalOf(reader.next());
    }
    if (upTo !== checkpoint.position) await savePosition();
  } finally {
    left.abort(); // ends a pending read
    await next.promise.catch(() => {});
    // After a failed batch the store still waits for the next read: without this, its subscription would stay open.
    await reader.return?.().catch(() => {});
  }
}

/** The first beat after a time: consumers of a process have the same beats, so that their chores are one statement. */
const beatAfter = (time: number, every: number): number => (Math.floor(time / every) + 1) * every;

/** The one place where actions are kept away from imported events. */
function withoutImported(batch: EventBatch, types: ReadonlySet<string> | null): EventBatch {
  if (!types) return batch;
  const events = batch.events.filter(({ type, meta }) => !(meta.imported && types.has(type)));
  return { events, upTo: batch.upTo };
}

/** The first events of a batch, at most `most`, and the others, which end where the batch does. */
function partsOf(batch: EventBatch, most: number): { first: EventBatch; rest: EventBatch | null } {
  const last = batch.events[most - 1];
  if (!last || batch.events.length === most) return { first: batch, rest: null };
  return {
    first: { events: batch.events.slice(0, most), upTo: last.position },
    rest: { events: batch.events.slice(most), upTo: batch.upTo },
  };
}

const streamOf: SequenceOf = ({ stream }: RecordedEvent) => stream;
