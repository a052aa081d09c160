import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { batchEvents } from '@crm/events/batches/events.ts';
import { START } from '../event-store/port.ts';
import { register } from '../runner/checkpoint.ts';
import { createProgress } from '../runner/progress.ts';
import { run } from '../runner/run.ts';
import { enterRuns, takeUp } from './runs.ts';
import { type Workshop, work } from './work.ts';

/** Batches that one process works on at once. */
const SLOTS = 4;
/** Whoever waits for a result is woken at once; this is for runs of other processes that fell silent. */
const LOOK_EVERY_MS = 500;

/** Not 'batches', which is the name of the projection: checkpoints of both stand in one table. */
const REACTION = 'batch-runs';

/** Runs batches until the signal aborts: follows their streams, takes up what waits, goes on with what was left. */
export async function runBatches(options: Workshop): Promise<void> {
  const { kinds, deps, pool, log, signal } = options;
  await register(pool, REACTION, 1, START);
  const bell = bellOf(signal);
  const following = run(
    {
      name: REACTION,
      version: 1,
      events: Object.keys(batchEvents),
      apply: enterRuns,
      committed: bell.ring,
    },
    { pool, store: deps.store, progress: createProgress(pool), log, signal },
  );

  const names = kinds.map(({ kind }) => kind);
  const working = new Set<Promise<void>>();
  while (!signal.aborted) {
    const taken =
      working.size < SLOTS
        ? await takeUp(pool, names, randomUUID()).catch((error: unknown) => {
            if (!signal.aborted) log.warn({ err: error }, 'Batches cannot be taken up; trying again');
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

/** Wakes a loop up before its time. */
function bellOf(signal: AbortSignal) {
  let waiting = new AbortController();
  return {
    ring: () => waiting.abort(),
    wait: async (ms: number) => {
      // Rung while nobody waited: not slept through.
      await sleep(ms, null, { signal: AbortSignal.any([signal, waiting.signal]) }).catch(() => {});
      waiting = new AbortController();
    },
  };
}
