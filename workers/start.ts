import { announceChange } from '@crm/platform/commands/changed-streams.ts';
import type { Config } from '@crm/platform/config/config.ts';
import { refuseUnknownCalls } from '@crm/platform/http/server.ts';
import { publishThrough } from '@crm/platform/live/publish.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { openPartners } from '@crm/platform/net/partners.ts';
import { awaitLive } from '@crm/platform/runner/await-live.ts';
import type { Stopper } from '@crm/platform/shutdown/stop.ts';
import { openFoundation } from '@crm/platform/start/foundation.ts';
import type { Started } from '@crm/platform/start/run-process.ts';
import { openServer } from '@crm/platform/start/server.ts';
import { workerGauges } from './gauges.ts';
import { openMirror } from './mirror/open.ts';
import { startWorkers, WORKERS_READ } from './workers.ts';

/**
 * Starts a process for asynchronous work, beside others on the same database. It serves no calls. Resolves when it is
 * ready.
 */
export async function startWorkerProcess(config: Config, log: Log, stopping: Stopper): Promise<Started> {
  const foundation = await openFoundation(config, log, stopping);
  const { pools, store, broadcast, readiness, storeReady } = foundation;
  const mirror = openMirror(foundation);
  const metrics = [...workerGauges(pools.metrics, log), ...(mirror?.metrics ?? [])];
  const server = await openServer(foundation, metrics);
  refuseUnknownCalls(server.app);
  await server.listen();
  await storeReady;
  await awaitLive(pools.auth, WORKERS_READ, { signal: stopping.signal, waitingFor: readiness.waitFor });
  const deps = { store, forgetLookup: (stream: string) => announceChange(broadcast, stream) };
  startWorkers(foundation, {
    deps,
    mirror,
    readModels: Promise.resolve(), // awaited above
    partners: openPartners(config, stopping),
    publish: publishThrough(broadcast),
  });
  await server.ready();
  return { app: server.app, url: config.publicUrl, setupLink: null };
}
