import { openCommands } from '@crm/command-api/open.ts';
import type { Config } from '@crm/platform/config/config.ts';
import { sweepUnfinishedFiles } from '@crm/platform/files/sweep.ts';
import { serveDocs } from '@crm/platform/http/docs/serve.ts';
import { mountRoutes } from '@crm/platform/http/mount-routes.ts';
import { countRefused } from '@crm/platform/http/refused-calls.ts';
import type { Route } from '@crm/platform/http/route.ts';
import { serveConsole } from '@crm/platform/http/serve-console.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { openPartners } from '@crm/platform/net/partners.ts';
import type { Stopper } from '@crm/platform/shutdown/stop.ts';
import { openFoundation } from '@crm/platform/start/foundation.ts';
import type { Started } from '@crm/platform/start/run-process.ts';
import { openServer } from '@crm/platform/start/server.ts';
import { startUserDirectory } from '@crm/platform/start/user-directory.ts';
import { openReadSide } from '@crm/projections/read-side.ts';
import { workerGauges } from '@crm/workers/gauges.ts';
import { openMirror } from '@crm/workers/mirror/open.ts';
import { startWorkers } from '@crm/workers/workers.ts';

export type System = Started & { routes: readonly Route[] };

/**
 * The whole product in one process: what command-api/main.ts, projections/main.ts and workers/main.ts start, over one
 * foundation and behind one server. It answers as soon as sessions can be checked, and resolves when all read models are
 * built; the stopper stops the parts, the last one first.
 */
export async function startSystem(config: Config, log: Log, stopping: Stopper): Promise<System> {
  const foundation = await openFoundation(config, log, stopping);
  const { pools, isAlone, access } = foundation;
  const readSide = openReadSide(foundation);
  const partners = openPartners(config, stopping); // before the server: calls use it until the server is closed
  const mirror = openMirror(foundation);
  const metrics = [...readSide.metrics, ...workerGauges(pools.metrics, log), ...(mirror?.metrics ?? [])];
  const server = await openServer(foundation, metrics);
  const { app } = server;
  const commands = await openCommands(foundation, partners);
  const routes = [...commands.routes, ...readSide.routes];
  mountRoutes(app, routes, access, countRefused(foundation.store, log, stopping));
  serveDocs(app);
  await serveConsole(app);
  readSide.attachGateway(app.server);

  if (isAlone) await sweepUnfinishedFiles(pools.background, stopping.signal);
  await server.listen();
  await Promise.all([startUserDirectory(foundation), readSide.usable]);
  const readModels = readSide.ready;
  startWorkers(foundation, { deps: commands.deps, mirror, partners, publish: readSide.publish, readModels });
  const { setupLink } = await commands.prepare();
  await server.ready();
  await readModels;
  return { app, url: config.publicUrl, routes, setupLink };
}
