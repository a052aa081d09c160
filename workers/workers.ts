import { runBatches } from '@crm/platform/batches/engine.ts';
import type { Ground } from '@crm/platform/commands/execute.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Pools } from '@crm/platform/postgres/pools.ts';
import { batchKinds } from './kinds.ts';

export type WorkersOptions = {
  ground: Ground;
  pools: Pools;
  log: Log;
  signal: AbortSignal;
};

/** Everything that happens because of events and not because somebody waits for it; ends after the signal aborted. */
export async function startWorkers({ ground, pools, log, signal }: WorkersOptions): Promise<void> {
  await Promise.all([
    runBatches({ kinds: batchKinds(pools.projections), ground, pool: pools.projections, log, signal }),
  ]);
}
