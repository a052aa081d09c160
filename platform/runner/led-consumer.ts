import type { EventBatch, RecordedEvent } from '../event-store/port.ts';
import { inSpan } from '../tracing/tracing.ts';
import { advance } from './batch.ts';
import type { Checkpoint } from './checkpoint.ts';
import { choresOf } from './chores.ts';
import { borrowConnection } from './connection.ts';
import type { Consumer, RunOptions } from './consumer.ts';
import { retryRequested } from './dead-letters/retry.ts';
import { hasDeadLetters, type SequenceOf } from './dead-letters/store.ts';
import { fieldsOf, logDeadLetters, spanOf } from './report-batch.ts';

/** A position that moves without a transaction is saved after this time. */
const SAVE_MS = 100;
/** Time between two looks for requested retries, which also show whether this process still leads. */
const LOOK_MS = 2_000;

/** A consumer that this process leads. Its calls throw LeadershipLost, and must not overlap. */
type LedConsumer = {
  /** Applies a batch that was read, until the signal aborts. The rest of it is read again at the next start. */
  apply: (batch: EventBatch) => Promise<void>;
  /** Saves the position if it has moved without a transaction. */
  savePosition: () => Promise<void>;
  /** The next task besides batches, and the milliseconds until it is due. */
  nextChore: () => { dueIn: number; run: () => Promise<void> };
};

/** A consumer that continues from its checkpoint, until the signal aborts. */
export async function ledConsumer<R>(
  consumer: Consumer<R>,
  from: Checkpoint,
  { pool, store, progress, log, signal }: RunOptions,
): Promise<LedConsumer> {
  const { name, apply, hasNoEffect, committed, mostAtOnce, sequenceOf = streamOf } = consumer;
  const chores = choresOf(pool);
  const skipped = consumer.skipsImported ? new Set(consumer.skipsImported) : null;
  let withDeadLetters = await hasDeadLetters(pool, from);
  let checkpoint = from;
  /** The position that was reached. Events without effect move it past the saved one of the checkpoint. */
  let upTo = from.position;
  let savedAt = 0;
  let lookedAt = 0;

  async function applyAll(batch: EventBatch) {
    let rest: EventBatch | null = withoutImported(batch, skipped);
    while (rest && !signal.aborted) {
      const parts = partsOf(rest, mostAtOnce?.() ?? rest.events.length);
      await applyPart(parts.first);
      rest = parts.rest;
    }
  }

  async function applyPart(part: EventBatch) {
    upTo = part.upTo;
    if (needsTransaction(part)) await applyInTransaction(part);
    progress.moved(name, upTo);
  }

  const needsTransaction = ({ events }: EventBatch) =>
    events.length > 0 && (withDeadLetters || !hasNoEffect?.(events, checkpoint));

  async function applyInTransaction(part: EventBatch) {
    const order = { sequenceOf, hasDeadLetters: withDeadLetters };
    const done = await inSpan(`consume ${name}`, spanOf(part), () =>
      borrowConnection(pool, (client) => advance({ client, checkpoint, apply }, part, order)),
    );
    if (log.isLevelEnabled('debug')) log.debug({ consumer: name, ...fieldsOf(part) }, 'batch applied');
    checkpoint = done.checkpoint;
    savedAt = performance.now();
    if (done.deadLetters.length > 0) withDeadLetters = true;
    logDeadLetters(name, done.deadLetters, log);
    for (const result of done.results) committed?.(result, upTo);
  }

  async function savePosition() {
    if (upTo === checkpoint.position) return;
    checkpoint = await chores.save(checkpoint, upTo);
    savedAt = performance.now();
  }

  /** Also shows whether this process still leads. */
  async function retryDeadLetters() {
    lookedAt = performance.now();
    if (!(await chores.retryIsRequested(checkpoint))) return;
    const results = await borrowConnection(pool, (client) =>
      retryRequested({ client, checkpoint, apply }, store, signal),
    );
    if (results.length > 0) log.info({ consumer: name, applied: results.length }, 'dead letters retried');
    for (const result of results) committed?.(result, upTo);
    withDeadLetters = await hasDeadLetters(pool, checkpoint);
  }

  function nextChore() {
    const now = performance.now();
    const lookIn = beatAfter(lookedAt, LOOK_MS) - now;
    const saveIn = beatAfter(savedAt, SAVE_MS) - now;
    return upTo !== checkpoint.position && saveIn < lookIn
      ? { dueIn: saveIn, run: savePosition }
      : { dueIn: lookIn, run: retryDeadLetters };
  }

  return { apply: applyAll, savePosition, nextChore };
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
