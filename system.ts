import path from 'node:path';
import { commandRoutes } from '@crm/command-api/app.ts';
import { newSetupLink, withdrawSetupLink } from '@crm/command-api/auth/setup-link.ts';
import { warnOfDemoPasswords } from '@crm/command-api/demo/known-passwords.ts';
import { seedDemo } from '@crm/command-api/demo/seed.ts';
import { openLookups } from '@crm/command-api/handle/lookups.js';
import { readAccount } from '@crm/command-api/users/account.ts';
import { knownVersions } from '@crm/events/versions.ts';
import { openAccess } from '@crm/platform/access/access.ts';
import { noBroadcast, openBroadcast } from '@crm/platform/broadcast/broadcast.ts';
import type { Config } from '@crm/platform/config/config.ts';
import { adoptHistory } from '@crm/platform/event-store/history.ts';
import { type EventStoreConfig, openEventStore, storeOf } from '@crm/platform/event-store/open.ts';
import { reachEventStore } from '@crm/platform/event-store/reach.ts';
import { sweepUnfinishedFiles } from '@crm/platform/files/files.ts';
import { answerHealth } from '@crm/platform/health/answer.ts';
import { openEventStoreCheck } from '@crm/platform/health/event-store.ts';
import { openPostgresCheck } from '@crm/platform/health/postgres.ts';
import { healthGauge, openReadiness, type ReadinessRegistry } from '@crm/platform/health/readiness.ts';
import { answerMetrics } from '@crm/platform/http/metrics.ts';
import { mountRoutes } from '@crm/platform/http/mount-routes.ts';
import type { Route } from '@crm/platform/http/route.ts';
import { secureHeaders, serveConsole } from '@crm/platform/http/serve-console.ts';
import { serveDocs } from '@crm/platform/http/serve-docs.ts';
import { createServer } from '@crm/platform/http/server.ts';
import { refuseSlowBodies } from '@crm/platform/http/slow-bodies.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { lostLinesCounter } from '@crm/platform/log/output.ts';
import { addressGuard } from '@crm/platform/net/public-address.ts';
import { openSender } from '@crm/platform/net/send.ts';
import { startEmbedded } from '@crm/platform/postgres/embedded.ts';
import { migrate } from '@crm/platform/postgres/migrate.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { deadLetterGauge, watchDeadLetters } from '@crm/platform/runner/dead-letters/watch.ts';
import { openSecrets } from '@crm/platform/secrets/secrets.ts';
import type { Stopper } from '@crm/platform/shutdown/stop.ts';
import { openReadSide } from '@crm/projections/read-side.ts';
import { startWorkers } from '@crm/workers/workers.ts';
import type { FastifyInstance } from 'fastify';

const CONSOLE = path.join(import.meta.dirname, 'console/dist');

export type System = {
  app: FastifyInstance;
  url: string;
  routes: readonly Route[];
  /** Creates the super admin, once; to be shown to whoever started this and to nobody else. */
  setupLink: string | null;
};

/**
 * The whole product in one process, as a visible list of wiring: Postgres, the event store, commands, projections,
 * queries, live push, console. Resolves when it is ready; what was started is stopped by the stopper, last first.
 */
export async function startSystem(config: Config, log: Log, stopping: Stopper): Promise<System> {
  const { onStop, signal } = stopping;

  const databaseUrl = await openDatabase(config, log, stopping);
  await migrate(databaseUrl);
  const pools = openPools(databaseUrl, log);
  onStop('database connections', pools.end);

  const storeConfig = storeOf(config.store, databaseUrl);
  const store = openEventStore(storeConfig, log);
  onStop('event store', () => store.close());

  const readiness = openReadiness({ waitingFor: 'The event store is being opened', log, signal });
  let lastReason = '';
  const tell = (reason: string) => {
    if (reason !== lastReason) log.warn(reason);
    lastReason = reason;
    readiness.waitFor(reason);
  };
  const adopted = reachEventStore({ config: storeConfig, store, known: knownVersions, signal, tell }).then(
    ({ id, head }) => adoptHistory(pools.auth, id, head),
  );

  // An embedded Postgres serves one process at a time.
  const isAlone = config.database.kind === 'embedded';
  const broadcast = isAlone ? noBroadcast : openBroadcast(databaseUrl, log);
  onStop('messages to other processes', broadcast.close);

  const readSide = openReadSide({ store, pools, broadcast, log, signal, after: adopted });
  onStop('projections', readSide.close);

  const app = await createServer({ log, trustProxy: config.trustProxy });
  onStop('http server', () => app.close());
  secureHeaders(app);
  answerHealth(app, readiness.state);
  const deadLetters = deadLetterGauge();
  answerMetrics(app, config.metrics, [healthGauge(readiness), deadLetters, lostLinesCounter()]);
  const access = openAccess({
    auth: pools.auth,
    locks: pools.locks,
    readAccount: (id) => readAccount(store, id),
  });
  const deps = {
    store,
    lookups: openLookups(store, broadcast),
    access,
    pool: pools.auth,
    commandPool: pools.commands,
  };
  const { ingestLimit } = config;
  const leadsPerSecond = ingestLimit.kind === 'none' ? 0 : ingestLimit.leads;
  const sender = openSender({ allow: config.postbackAllow });
  onStop('connections to partners', sender.close);
  const partners = {
    secrets: openSecrets(config.secretKey),
    sender,
    admits: addressGuard(config.postbackAllow),
  };
  const routes = [...commandRoutes(deps, { leadsPerSecond, partners }), ...readSide.routes];
  mountRoutes(app, routes, access);
  serveDocs(app, routes);
  await serveConsole(app, CONSOLE);
  const closeGateway = readSide.attachGateway(app.server);
  onStop('live push', closeGateway);
  refuseSlowBodies(app.server);

  if (isAlone) await sweepUnfinishedFiles(pools.auth);
  await app.listen({ host: config.host, port: config.port });
  if ((await adopted) === 'moved') log.warn('Another event store than before: read models are built anew');
  readiness.waitFor('The read models are being prepared');
  await readSide.ready;
  const working = startWorkers({
    deps: deps,
    pools,
    partners,
    tellAdmins: readSide.tellAdmins,
    alone: isAlone,
    log,
    signal,
  });
  onStop('workers', () => working);
  if (config.demo.kind === 'on') {
    await seedDemo(deps, config.demo.leads);
    await withdrawSetupLink(pools.auth);
  }
  const setupLink = config.demo.kind === 'on' ? null : await newSetupLink(pools.auth, config.publicUrl);
  watchOutages(readiness, databaseUrl, storeConfig, stopping);
  const watching = watchDeadLetters(pools.auth, readiness, deadLetters, signal);
  onStop('count of dead letters', () => watching);
  readiness.waitFor(null);
  if (config.database.kind === 'external') await warnOfDemoPasswords(deps, log);
  return { app, url: config.publicUrl, routes, setupLink };
}

/** Lets /readyz answer 503 while Postgres or the event store is away. */
function watchOutages(
  readiness: ReadinessRegistry,
  databaseUrl: string,
  store: EventStoreConfig,
  { onStop }: Stopper,
): void {
  const postgres = openPostgresCheck(databaseUrl);
  readiness.watch('Postgres', postgres.check);
  onStop('check of Postgres', postgres.close);
  if (store.kind !== 'eventstoredb') return;
  const eventStore = openEventStoreCheck(store.url);
  readiness.watch('The event store', eventStore.check);
  onStop('check of the event store', eventStore.close);
}

/** The database that is configured, or an embedded one of our own. */
async function openDatabase(config: Config, log: Log, { onStop }: Stopper): Promise<string> {
  switch (config.database.kind) {
    case 'external':
      return config.database.url;
    case 'embedded': {
      const postgres = await startEmbedded({ dataDir: config.dataDir, log });
      onStop('Postgres', postgres.stop, 30_000);
      return postgres.url;
    }
    default:
      return config.database satisfies never;
  }
}
