import { mayBePoison } from '../failures/classify.ts';
import { pause, pauseAfter } from '../failures/pause.ts';
import { ProcessDied } from '../processes/start.ts';
import { contextOf } from './context.ts';
import { controlRun, lastStepOf, mustEnd, type RunControl } from './control.ts';
import { endBatch, stopBatch } from './end-batch.ts';
import type { AnyBatchKind } from './kind.ts';
import { type BatchEngine, type LeasedBatch, openBatch } from './leased-batch.ts';
import { type BatchRun, crashesBefore, deleteRun, type Ending, releaseRun } from './runs.ts';

/** A batch is given up after this many consecutive failures without a step: it is a bug of ours. */
const TRIES = 5;

/** After this many crashes of the process, or of a child process of the batch, the batch is not retried. */
const CRASHES = 2;

/** Runs a leased batch until it ends or is stopped. Never throws. */
export async function runBatch(run: BatchRun, engine: BatchEngine): Promise<void> {
  const { pool, log } = engine;
  try {
    const batch = await openBatch(run, engine);
    if (!batch) return await deleteRun(pool, run);
    await runUntilEnd(batch);
  } catch (error) {
    log.warn(
      { err: error, batch: run.id, kind: run.kind },
      'A batch was interrupted and will be tried again',
    );
    await releaseForRetry(run, engine, endingOf(error));
  }
}

/** An outage is not a failure of the batch. */
function endingOf(error: unknown): Ending {
  if (error instanceof ProcessDied) return 'crashed';
  return mayBePoison(error) ? 'failed' : 'in order';
}

/** The pause before a start after an outage, of 0.8 to 1.6 s: its starts are not counted, so it cannot grow with them. */
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

async function runUntilEnd(batch: LeasedBatch): Promise<void> {
  const { run, kind, started } = batch;
  const before = lastStepOf(run);
  if (!mustEnd(kind, before.cursor)) {
    if (run.wanted === 'cancel') return stopBatch(batch, before, { kind: 'cancelled' });
    if (crashesBefore(run) >= CRASHES) return stopBatch(batch, before, crashed(kind));
  }
  const control = controlRun(batch);
  try {
    await control.begin();
    const end = await kind.run(kind.task.parse(started.task), contextOf(batch, control));
    await endBatch(batch, control.last(), end);
  } catch (error) {
    await stopAfter(error, batch, control);
  } finally {
    control.end();
  }
}

/** Ends or releases a run whose work has thrown. Throws the error if the batch is to be tried again. */
async function stopAfter(error: unknown, batch: LeasedBatch, { signal, last }: RunControl): Promise<void> {
  const { run, kind, engine } = batch;
  const { pool, log } = engine;
  if (signal.aborted) {
    if (signal.reason === 'cancel') return stopBatch(batch, last(), { kind: 'cancelled' });
    // Paused, shut down, or taken over. A run that was taken over has another lease, so this changes nothing.
    return releaseRun(pool, run, 'in order');
  }
  if (mustEnd(kind, last().cursor)) throw error;
  const fields = { err: error, batch: run.id, kind: run.kind };
  if (error instanceof ProcessDied && run.crashes >= CRASHES) {
    log.warn(fields, 'A batch crashed again and is not tried any more');
    return stopBatch(batch, last(), crashed(kind));
  }
  if (mayBePoison(error) && run.tries >= TRIES) {
    log.error(fields, 'A batch is given up');
    return stopBatch(batch, last(), brokenOff);
  }
  throw error;
}

const brokenOff = {
  kind: 'failed',
  message: 'An error occurred. Everything done before that is kept.',
} as const;

const CRASHED =
  'The process that did this work ended twice in the middle of it, probably out of memory. It is not tried again; what was done until then is kept.';

const crashed = ({ crashMessage = CRASHED }: AnyBatchKind) =>
  ({ kind: 'failed', message: crashMessage }) as const;
