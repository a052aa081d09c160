import { runBatches } from '@crm/platform/batches/engine.ts';
import { freeRuns } from '@crm/platform/batches/runs.ts';
import type { CommandDependencies } from '@crm/platform/commands/execute.ts';
import { runJobs } from '@crm/platform/jobs/run.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Sender } from '@crm/platform/net/send.ts';
import type { Pools } from '@crm/platform/postgres/pools.ts';
import type { Secrets } from '@crm/platform/secrets/secrets.ts';
import { batchKinds, schedules } from './app.ts';
import type { TellAdmins } from './postbacks/hints.ts';
import { freeDeliveries } from './postbacks/lease.ts';
import { runPostbacks } from './postbacks/postbacks.ts';

export type WorkersOptions = {
  deps: CommandDependencies;
  pools: Pools;
  /** The way out to partners, and what is kept secret of it. */
  partners: { secrets: Secrets; sender: Sender };
  /** Tells those who watch a tenant's screens what the workers have written. */
  tellAdmins: TellAdmins;
  /** No other process works on this database: what is leased was leased by one that is gone. */
  alone: boolean;
  log: Log;
  signal: AbortSignal;
};

/** Everything that happens because of events and not because somebody waits for it; ends after the signal aborted. */
export async function startWorkers(options: WorkersOptions): Promise<void> {
  const { deps, pools, partners, tellAdmins, alone, log, signal } = options;
  if (alone) await Promise.all([freeRuns(pools.projections), freeDeliveries(pools.deliveries)]);
  await Promise.all([
    runPostbacks({ deps, pools, ...partners, tell: tellAdmins, log, signal }),
    runJobs({ jobs: [], schedules, store: deps.store, pools, log, signal }),
    runBatches({
      kinds: batchKinds(deps.store, pools.projections),
      deps,
      pool: pools.projections,
      log,
      signal,
    }),
  ]);
}
