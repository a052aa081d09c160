import type { Config } from '@crm/platform/config/config.ts';
import { serveDocs } from '@crm/platform/http/docs/serve.ts';
import { mountRoutes } from '@crm/platform/http/mount-routes.ts';
import { countRefused } from '@crm/platform/http/refused-calls.ts';
import { refuseUnknownCalls } from '@crm/platform/http/server.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { openPartners } from '@crm/platform/net/partners.ts';
import type { Stopper } from '@crm/platform/shutdown/stop.ts';
import { openFoundation } from '@crm/platform/start/foundation.ts';
import type { Started } from '@crm/platform/start/run-process.ts';
import { openServer } from '@crm/platform/start/server.ts';
import { startUserDirectory } from '@crm/platform/start/user-directory.ts';
import { openCommands } from './open.ts';

/** Starts a process that serves commands, beside others on the same database. Resolves when it is ready. */
export async function startCommands(config: Config, log: Log, stopping: Stopper): Promise<Started> {
  const foundation = await openFoundation(config, log, stopping);
  const partners = openPartners(config, stopping); // before the server: calls use it until the server is closed
  const server = await openServer(foundation);
  const commands = await openCommands(foundation, partners);
  mountRoutes(server.app, commands.routes, foundation.access, countRefused(foundation.store, log, stopping));
  serveDocs(server.app);
  refuseUnknownCalls(server.app);
  await server.listen();
  await startUserDirectory(foundation);
  const { setupLink } = await commands.prepare();
  await server.ready();
  return { app: server.app, url: config.publicUrl, setupLink };
}
