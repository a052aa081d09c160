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
import { controlRun, type LastStep, lastStepOf, mustEnd, type RunControl } from './control.ts';
import type { AnyBatchKind, BatchContext, Json } from './kind.ts';
import { type BatchProgress, executeAsSystem } from './report.ts';
import { throwIfForNow } from './retry-later.ts';
import { type BatchRun, crashesBefore, deleteRun, type Ending, releaseRun } from './runs.ts';

/** Dependencies of the batch engine. */
export type BatchEngine = {
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

/** Runs a leased batch until it ends or is stopped. Never throws. */
export async function runBatch(run: BatchRun, options: BatchEngine): Promise<void> {
  const { pool, log } = options;
  try {
    const started = await startOf(run, options);
    if (!started) return await deleteRun(pool, run);
    await runUntilEnd(run, started, options);
  } catch (error) {
    log.warn(
      { err: error, batch: run.id, kind: run.kind },
      'A batch was interrupted and will be tried again',
    );
    await releaseForRetry(run, options, endingOf(error));
  }
}

/** An outage is not a failure of the batch. */
function endingOf(error: unknown): Ending {
  if (error instanceof ProcessDied) return 'crashed';
  return mayBePoison(error) ? 'failed' : 'in order';
}

/** The pause before a start after an outage, of 0.8 to 2.4 s: its starts are not counted, so it cannot grow with them. */
const afterOutage = () => pauseAfter(4);

/** Releases a run, and retries during an outage of Postgres: a start that ends without a release counts as a crash. */
async function releaseForRetry(run: BatchRun, { pool, signal }: BatchEngine, ending: Ending): Promise<void> {
  const afterMs = ending === 'in order' ? afterOutage() : pauseAfter(run.tries);
  for (let failures = 1; ; failures += 1) {
    const released = releaseRun(pool, run, ending, afterMs).then(
      () => true,
      () => false, // Postgres is away
    );
    if ((await released) || signal.aborted) return;
    await pause(pauseAfter(failures), signal);
  }
}

/** The task of the batch; null if the batch has ended already. */
async function startOf({ id }: BatchRun, { deps }: BatchEngine): Promise<Started | null> {
  const { recorded, events } = await load(deps.store, batches.types, batchStream(id));
  const [first] = events;
  const [firstRecorded] = recorded;
  const batch = fold(batches.decider, events);
  if (first?.type !== 'BatchStarted' || !firstRecorded || batch.phase !== 'running') return null;
  return { ...first.data, meta: firstRecorded.meta, at: firstRecorded.at };
}

async function runUntilEnd(run: BatchRun, started: Started, options: BatchEngine): Promise<void> {
  const kind = options.kinds.find(({ kind }) => kind === run.kind);
  if (!kind) throw new Error(`There is no batch of kind ${run.kind}`);
  const before = lastStepOf(run);
  if (!mustEnd(kind, before.cursor)) {
    if (run.wanted === 'cancel') return finishStopped(run, kind, options, 'cancelled', before);
    if (crashesBefore(run) >= CRASHES)
      return finishStopped(run, kind, options, 'failed', before, kind.crashMessage ?? crashed);
  }
  const control = controlRun(run, kind, options);
  try {
    await control.begin();
    const end = await kind.run(kind.task.parse(started.task), contextOf(run, started, control, options));
    await finish(run, options, end.kind, control.last(), end);
  } catch (error) {
    await stopAfter(error, run, kind, control, options);
  } finally {
    control.end();
  }
}

/** Ends or releases a run whose work has thrown. Throws the error if the batch is to be tried again. */
async function stopAfter(
  error: unknown,
  run: BatchRun,
  kind: AnyBatchKind,
  { signal, last }: RunControl,
  options: BatchEngine,
): Promise<void> {
  const { pool, log } = options;
  if (signal.aborted) {
    if (signal.reason === 'cancel') return finishStopped(run, kind, options, 'cancelled', last());
    // Paused, shut down, or taken over. A run that was taken over has another lease, so this changes nothing.
    return releaseRun(pool, run, 'in order');
  }
  if (error instanceof ProcessDied && run.crashes >= CRASHES && !mustEnd(kind, last().cursor)) {
    log.warn(
      { err: error, batch: run.id, kind: run.kind },
      'A batch crashed again and is not tried any more',
    );
    return finishStopped(run, kind, options, 'failed', last(), kind.crashMessage ?? crashed);
  }
  if (mayBePoison(error) && run.tries >= TRIES && !mustEnd(kind, last().cursor)) {
    log.error({ err: error, batch: run.id, kind: run.kind }, 'A batch is given up');
    return finishStopped(run, kind, options, 'failed', last(), brokenOff);
  }
  throw error;
}

const brokenOff = 'An error occurred. Everything done before that is kept.';

const crashed =
  'The process that did this work ended twice in the middle of it, probably out of memory. It is not tried again; what was done until then is kept.';

/** Ends a batch before its work is done, with the result that its kind derives from the last cursor. */
function finishStopped(
  run: BatchRun,
  kind: AnyBatchKind,
  options: BatchEngine,
  outcome: 'cancelled' | 'failed',
  last: LastStep,
  message: string | null = null,
): Promise<void> {
  const result = last.cursor === null ? null : (kind.stoppedResult?.(last.cursor) ?? null);
  return finish(run, options, outcome, last, { result, message });
}

/**
 * Ends a batch. Its event is written first: if the process dies here, the next process finds the batch finished and
 * deletes the run.
 */
async function finish(
  run: BatchRun,
  options: BatchEngine,
  outcome: DataOf<'BatchFinished'>['outcome'],
  { done, counts, total = null }: BatchProgress,
  { result = null, message = null }: { result?: Json | undefined; message?: string | null },
): Promise<void> {
  const end = { outcome, done, counts, total, ...storableOf({ result, message }) };
  await executeAsSystem(options.deps, run, 'finished', { type: 'FinishBatch', ...end });
  await deleteRun(options.pool, run);
}

/** Makes texts storable: a result and a message may quote content that Postgres rejects. */
function storableOf<T extends { result: Json; message: string | null }>(end: T): T {
  // A cast: the same JSON with other characters in its texts.
  return JSON.parse(storableJson(JSON.stringify(end))) as T;
}

function contextOf(
  run: BatchRun,
  started: Started,
  { step, signal }: RunControl,
  { deps, log }: BatchEngine,
): BatchContext<Json> {
  const { id, cursor, total } = run;
  const { done, counts } = lastStepOf(run);
  const { tenant, actor, ip, userAgent } = started.meta;
  return {
    id,
    tenant,
    actor,
    startedAt: started.at,
    total,
    from: cursor === null ? null : { cursor, done, counts },
    signal,
    step,
    perform: async (aggregate, { stream, item, command, creates = false, seenRevision, limited }) => {
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
      const executed = limited ? executeInPlace(deps, execution, limited) : execute(deps, execution);
      const done = await executed.catch((error: unknown) => {
        if (!mayBePoison(error)) throw error;
        const { correlationId } = started.meta;
        log.error({ err: error, batch: id, item, correlationId }, 'An item of a batch could not be done');
        return refused('not-done');
      });
      throwIfForNow(done);
      return done;
    },
  };
}
