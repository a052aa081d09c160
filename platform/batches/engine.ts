import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { batchEvents } from '@crm/events/batches/events.ts';
import { START } from '../event-store/port.ts';
import { outageLog } from '../log/outage.ts';
import { register } from '../runner/checkpoint.ts';
import { retryOutages } from '../runner/failure.ts';
import { createProgress } from '../runner/progress.ts';
import { run } from '../runner/run.ts';
import { enterRuns, takeUp } from './runs.ts';
import { type Workshop, work } from './work.ts';

/** Maximum number of batches that one process runs at once. */
const SLOTS = 4;
/** Poll interval for runs whose process fell silent. New runs of this process wake the loop at once. */
const LOOK_EVERY_MS = 1_000;

/** The projection has the name 'batches', and the checkpoints of both are in one table. */
const REACTION = 'batch-runs';

/** Runs batches until the signal aborts: follows their streams, starts waiting runs, and resumes abandoned ones. */
export async function runBatches(options: Workshop): Promise<void> {
  const { kinds, deps, pool, leadership, log, signal } = options;
  await retryOutages(
    'Batches cannot begin yet; trying again',
    () => register(pool, REACTION, 1, START),
    options,
  );
  const bell = bellOf(signal);
  const following = run(
    {
      name: REACTION,
      version: 1,
      events: Object.keys(batchEvents),
      skipsImported: Object.keys(batchEvents),
      apply: enterRuns,
      committed: bell.ring,
    },
    { pool, leadership, store: deps.store, progress: createProgress(pool), log, signal },
  );

  const names = kinds.map(({ kind }) => kind);
  const working = new Set<Promise<void>>();
  const logFailure = outageLog(log, 'Batches cannot be taken up; trying again');
  while (!signal.aborted) {
    const taken =
      working.size < SLOTS
        ? await takeUp(pool, names, randomUUID()).catch((error: unknown) => {
            if (!signal.aborted) logFailure({ err: error });
            return null;
          })
        : null;
    if (!taken) {
      await bell.wait(LOOK_EVERY_MS);
      continue;
    }
    const job = work(taken, options).finally(() => {
      working.delete(job);
      bell.ring();
    });
    working.add(job);
  }
  await Promise.all([following, ...working]);
}

/** Ends a loop's wait early. */
function bellOf(signal: AbortSignal) {
  let waiting = new AbortController();
  return {
    ring: () => waiting.abort(),
    wait: async (ms: number) => {
      // A signal that came before the wait ends the wait at once.
      await sleep(ms, null, { signal: AbortSignal.any([signal, waiting.signal]) }).catch(() => {});
      waiting = new AbortController();
    },
  };
}
