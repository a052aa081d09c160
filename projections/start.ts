import type { Config } from '@crm/platform/config/config.ts';
import { serveDocs } from '@crm/platform/http/docs/serve.ts';
import { mountRoutes } from '@crm/platform/http/mount-routes.ts';
import { countRefused } from '@crm/platform/http/refused-calls.ts';
import { serveConsole } from '@crm/platform/http/serve-console.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Stopper } from '@crm/platform/shutdown/stop.ts';
import { openFoundation } from '@crm/platform/start/foundation.ts';
import type { Started } from '@crm/platform/start/run-process.ts';
import { openServer } from '@crm/platform/start/server.ts';
import { startUserDirectory } from '@crm/platform/start/user-directory.ts';
import { openReadSide } from './read-side.ts';

/**
 * Starts a process with queries, live push and console, beside others on the same database. It answers as soon as sessions
 * can be checked, and resolves when all read models are built.
 */
export async function startQueries(config: Config, log: Log, stopping: Stopper): Promise<Started> {
  const foundation = await openFoundation(config, log, stopping);
  const readSide = openReadSide(foundation);
  const server = await openServer(foundation, readSide.metrics);
  mountRoutes(server.app, readSide.routes, foundation.access, countRefused(foundation.store, log, stopping));
  serveDocs(server.app);
  await serveConsole(server.app);
  readSide.attachGateway(server.app.server);
  await server.listen();
  await Promise.all([startUserDirectory(foundation), readSide.usable]);
  await server.ready();
  await readSide.ready;
  return { app: server.app, url: config.publicUrl, setupLink: null };
}
