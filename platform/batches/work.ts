import { batches } from '@crm/events/batches/aggregate.ts';
import type { BatchEvent } from '@crm/events/batches/events.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { storableJson } from '@crm/events/language/text.ts';
import { batchStream } from '@crm/events/streams.ts';
import type { Pool } from 'pg';
import { derivedCommandId } from '../commands/envelope.ts';
import { type CommandDependencies, execute } from '../commands/execute.ts';
import { load } from '../commands/load.ts';
import type { RecordedEvent } from '../event-store/port.ts';
import { refused } from '../http/result.ts';
import type { Log } from '../log/log.ts';
import { executeInPlace } from '../places/execute-in-place.ts';
import { ProcessDied } from '../processes/start.ts';
import { mayBePoison, pause, pauseAfter } from '../runner/failure.ts';
import type { Leadership } from '../runner/leadership.ts';
import type { AnyBatchKind, BatchContext, BatchStep, Json } from './kind.ts';
import { type BatchProgress, executeAsSystem, reporter } from './report.ts';
import { type BatchRun, crashesBefore, keepRenewing, keepStep, letGo, strike } from './runs.ts';

/** Dependencies of the batch engine. */
export type Workshop = {
  kinds: readonly AnyBatchKind[];
  deps: CommandDependencies;
  /** Reads and writes rows of all tenants. */
  pool: Pool;
  /** Of the process: one process enters new batches into the table of runs. */
  leadership: Leadership;
  log: Log;
  signal: AbortSignal;
};

/** A batch is given up after this many consecutive failures without a step: it is a bug of ours. */
const TRIES = 5;

/** After this many crashes of the process, or of a child process of the batch, the batch is not retried. */
const CRASHES = 2;

type DataOf<T extends BatchEvent['type']> = Extract<BatchEvent, { type: T }>['data'];
type Started = DataOf<'BatchStarted'> & Pick<RecordedEvent, 'meta' | 'at'>;

type Stop = 'pause' | 'cancel' | 'lost' | 'shutdown';

/** Runs a leased batch until it ends or is stopped. Never throws. */
export async function work(run: BatchRun, options: Workshop): Promise<void> {
  const { pool, log } = options;
  try {
    const started = await startOf(run, options);
    if (!started) return await strike(pool, run);
    await workOn(run, started, options);
  } catch (error) {
    log.warn(
      { err: error, batch: run.id, kind: run.kind },
      'A batch was interrupted and will be tried again',
    );
    await giveBack(run, options, error instanceof ProcessDied ? 'crashed' : 'in order');
  }
}

/** Releases a run, and retries during an outage of Postgres: a start that ends without a release counts as a crash. */
async function giveBack(
  run: BatchRun,
  { pool, signal }: Workshop,
  ending: 'in order' | 'crashed',
): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    const released = letGo(pool, run, ending, pauseAfter(run.tries)).then(
      () => true,
      () => false, // Postgres is away
    );
    if ((await released) || signal.aborted) return;
    await pause(pauseAfter(failures), signal);
  }
}

/** The task of the batch; null if the batch has ended already. */
async function startOf({ id }: BatchRun, { deps }: Workshop): Promise<Started | null> {
  const { recorded, events } = await load(deps.store, batches.types, batchStream(id));
  const [first] = events;
  const [firstRecorded] = recorded;
  const batch = fold(batches.decider, events);
  if (first?.type !== 'BatchStarted' || !firstRecorded || batch.phase !== 'running') return null;
  return { ...first.data, meta: firstRecorded.meta, at: firstRecorded.at };
}

async function workOn(run: BatchRun, started: Started, options: Workshop): Promise<void> {
  const { pool, log, kinds, signal } = options;
  const kind = kinds.find(({ kind }) => kind === run.kind);
  if (!kind) throw new Error(`There is no batch of kind ${run.kind}`);
  let cursor = run.cursor;
  const mustEnd = () => cursor !== null && kind.isFinal?.(cursor) === true;
  /** A request to cancel or to pause comes too late for work that must be completed. */
  const obeyed = (wanted: BatchRun['wanted'] | null) => (wanted !== null && mustEnd() ? 'run' : wanted);
  const result = () => (cursor === null ? null : (kind.stoppedResult?.(cursor) ?? null));
  const cancelled = (at: BatchProgress) => finish(run, options, 'cancelled', at, { result: result() });
  const failed = (at: BatchProgress, message: string) =>
    finish(run, options, 'failed', at, { result: result(), message });
  const { crashMessage = crashed } = kind;
  if (obeyed(run.wanted) === 'cancel') return cancelled(progressOf(run));
  if (crashesBefore(run) >= CRASHES && !mustEnd()) return failed(progressOf(run), crashMessage);

  const stop = new AbortController();
  const stopFor = (reason: Stop) => stop.abort(reason);
  const onShutdown = () => stopFor('shutdown');
  signal.addEventListener('abort', onShutdown);
  if (signal.aborted) onShutdown();
  const stopRenewing = keepRenewing(pool, run, (asked) => {
    const wanted = obeyed(asked);
    if (wanted !== 'run') stopFor(wanted ?? 'lost');
  });

  const at = { ...progressOf(run), total: run.total };
  const report = reporter(options.deps, run);
  try {
    await report(at, { now: run.done === 0 });
    const step = async (next: BatchStep<Json>) => {
      const wanted = obeyed(await keepStep(pool, run, next, { mayPause: !mustEnd() }));
      if (wanted !== null) cursor = next.cursor;
      if (wanted !== 'run') stopFor(wanted ?? 'lost');
      else await report(Object.assign(at, { total: run.total }, next), { now: false });
      if (wanted !== null) Object.assign(at, next);
      stop.signal.throwIfAborted();
    };
    const end = await kind.run(
      kind.task.parse(started.task),
      contextOf(run, started, step, stop.signal, options),
    );
    await finish(run, options, end.kind, at, end);
  } catch (error) {
    if (stop.signal.aborted) {
      if (stop.signal.reason === 'cancel') await cancelled(at);
      // Paused, shut down, or taken over. A run that was taken over has another lease, so this changes nothing.
      else await letGo(pool, run, 'in order');
    } else if (error instanceof ProcessDied && run.crashes >= CRASHES && !mustEnd()) {
      log.warn(
        { err: error, batch: run.id, kind: run.kind },
        'A batch crashed again and is not tried any more',
      );
      await failed(at, crashMessage);
    } else if (mayBePoison(error) && run.tries >= TRIES) {
      log.error({ err: error, batch: run.id, kind: run.kind }, 'A batch is given up');
      await failed(at, brokenOff);
    } else throw error;
  } finally {
    stopRenewing();
    signal.removeEventListener('abort', onShutdown);
  }
}

const brokenOff = 'An error occurred. Everything done before that is kept.';

const crashed =
  'The process that did this work ended twice in the middle of it, probably out of memory. It is not tried again; what was done until then is kept.';

const countsOf = ({ successful, skipped, failed }: BatchRun) => ({ successful, skipped, failed });
const progressOf = (run: BatchRun): BatchProgress => ({
  done: run.done,
  total: run.total,
  counts: countsOf(run),
});

/**
 * Ends a batch. Its event is written first: if the process dies here, the next process finds the batch finished and
 * deletes the run.
 */
async function finish(
  run: BatchRun,
  options: Workshop,
  outcome: DataOf<'BatchFinished'>['outcome'],
  { done, counts, total = null }: BatchProgress,
  { result = null, message = null }: { result?: Json | undefined; message?: string | null },
): Promise<void> {
  const end = { outcome, done, counts, total, ...storableOf({ result, message }) };
  await executeAsSystem(options.deps, run, 'finished', { type: 'FinishBatch', ...end });
  await strike(options.pool, run);
}

/** Makes texts storable: a result and a message may quote content that Postgres rejects. */
function storableOf<T extends { result: Json; message: string | null }>(end: T): T {
  // A cast: the same JSON with other characters in its texts.
  return JSON.parse(storableJson(JSON.stringify(end))) as T;
}

function contextOf(
  run: BatchRun,
  started: Started,
  step: (next: BatchStep<Json>) => Promise<void>,
  signal: AbortSignal,
  { deps, log }: Workshop,
): BatchContext<Json> {
  const { id, cursor, total } = run;
  const { tenant, actor, ip, userAgent } = started.meta;
  return {
    id,
    tenant,
    actor,
    startedAt: started.at,
    total,
    from: cursor === null ? null : { cursor, done: run.done, counts: countsOf(run) },
    signal,
    step,
    perform: (aggregate, { stream, item, command, creates = false, seenRevision, limited }) => {
      const execution = {
        aggregate,
        stream,
        tenant,
        command,
        actor,
        origin: { ip, userAgent },
        commandId: derivedCommandId(derivedId(id, item)),
        creates,
        seenRevision,
        causationId: id,
        correlationId: started.meta.correlationId,
        traceparent: started.meta.traceparent,
      };
      const done = limited ? executeInPlace(deps, execution, limited) : execute(deps, execution);
      return done.catch((error: unknown) => {
        if (!mayBePoison(error)) throw error;
        const { correlationId } = started.meta;
        log.error({ err: error, batch: id, item, correlationId }, 'An item of a batch could not be done');
        return refused('not-done');
      });
    },
  };
}
