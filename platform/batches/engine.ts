import { randomUUID } from 'node:crypto';
import { batchEvents } from '@crm/events/batches/events.ts';
import { outageLog } from '../log/outage.ts';
import { createProgress } from '../runner/progress.ts';
import { registerConsumer } from '../runner/register.ts';
import { run } from '../runner/run.ts';
import { openWakeUp, type WakeUp } from '../runner/wake-up.ts';
import { enterRuns } from './enter-runs.ts';
import type { AnyBatchKind } from './kind.ts';
import type { BatchEngine } from './leased-batch.ts';
import { runBatch } from './run-batch.ts';
import { leaseNextRun } from './runs.ts';

/** Maximum number of batches that one process runs at once, without the paced ones. */
const SLOTS = 4;
/**
 * The same for paced batches. They mostly wait, so there are more of them: with two of each tenant, eight tenants fill
 * the slots of a process, and the paced batches of other tenants then wait, in the worst case for days.
 */
export const PACED_SLOTS = 16;
/** Poll interval for runs whose process fell silent. New runs of this process wake the loop at once. */
const LOOK_EVERY_MS = 1_000;

/** The projection has the name 'batches', and the checkpoints of both are in one table. */
const REACTION = { name: 'batch-runs', version: 1 };

/** Runs batches until the signal aborts: follows their streams, starts waiting runs, and resumes abandoned ones. */
export async function runBatches(options: BatchEngine): Promise<void> {
  const { kinds, deps, pool, leadership, log, signal } = options;
  await registerConsumer(REACTION, options);
  const [paced, others] = [kinds.filter(isPaced), kinds.filter((kind) => !isPaced(kind))];
  const [wakeOthers, wakePaced] = [openWakeUp(), openWakeUp()];
  const following = run(
    {
      ...REACTION,
      events: Object.keys(batchEvents),
      skipsImported: Object.keys(batchEvents),
      apply: enterRuns,
      committed: () => {
        wakeOthers.wake();
        wakePaced.wake();
      },
    },
    { pool, leadership, store: deps.store, progress: createProgress(pool), log, signal },
  );

  await Promise.all([
    following,
    workOn(others, SLOTS, wakeOthers, options),
    workOn(paced, PACED_SLOTS, wakePaced, options),
  ]);
}

const isPaced = (kind: AnyBatchKind) => kind.isPaced === true;

/** Works on runs of these kinds, at most `slots` at once, until the signal aborts and they have stopped. */
async function workOn(
  kinds: readonly AnyBatchKind[],
  slots: number,
  wakeUp: WakeUp,
  options: BatchEngine,
): Promise<void> {
  const { pool, log, signal } = options;
  const names = kinds.map(({ kind }) => kind);
  /** By lease. */
  const working = new Map<string, Promise<void>>();
  const logFailure = outageLog(log, 'Batches cannot be taken up; trying again');
  while (!signal.aborted) {
    const lease = randomUUID();
    const leased = await leaseNextRun(pool, names, lease, {
      isFull: working.size >= slots,
      own: [...working.keys()],
    }).catch((error: unknown) => {
      if (!signal.aborted) logFailure({ err: error });
      return null;
    });
    if (!leased) {
      await wakeUp.sleep(LOOK_EVERY_MS, signal);
      continue;
    }
    const job = runBatch(leased, options).finally(() => {
      working.delete(lease);
      wakeUp.wake();
    });
    working.set(lease, job);
  }
  await Promise.all(working.values());
}
