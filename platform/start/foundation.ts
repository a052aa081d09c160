import { knownVersions } from '@crm/events/versions.ts';
import type { Access } from '../access/access.ts';
import { readAccount } from '../access/account.ts';
import { openAccess } from '../access/open-access.ts';
import { readTenantState } from '../access/tenant.ts';
import { type Broadcast, noBroadcast, openBroadcast } from '../broadcast/broadcast.ts';
import type { Config } from '../config/config.ts';
import { adoptHistory } from '../event-store/adopt-history.ts';
import { measuredStore } from '../event-store/measured.ts';
import { type EventStoreConfig, storeOf } from '../event-store/open.ts';
import type { EventStore } from '../event-store/port.ts';
import { reachEventStore } from '../event-store/reach.ts';
import { openSealedEventStore } from '../event-store/sealed/open.ts';
import { retryOutages } from '../failures/retry-outages.ts';
import { openReadiness, type ReadinessRegistry } from '../health/readiness.ts';
import type { Log } from '../log/log.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { holdPlace, newestMigration, refuseOtherKey } from '../postgres/installation.ts';
import { migrate } from '../postgres/migrate.ts';
import { migrationFolders } from '../postgres/migration-folders.ts';
import { openPools, type Pools } from '../postgres/pools.ts';
import { type Leadership, openLeadership } from '../runner/leadership.ts';
import { createProgress, type Progress } from '../runner/progress.ts';
import type { Stopper } from '../shutdown/stop.ts';
import { openTracing } from '../tracing/open.ts';

/** The parts of every process, for any part of the product. */
export type Foundation = {
  config: Config;
  log: Log;
  stopping: Stopper;
  databaseUrl: string;
  /** No other process uses this database: an embedded Postgres serves one process at a time. */
  isAlone: boolean;
  pools: Pools;
  /** For the consumers that this process runs. */
  leadership: Leadership;
  /** How far consumers are, of this process and of the others. */
  progress: Progress;
  storeConfig: EventStoreConfig;
  store: EventStore;
  /** The events of `store` in their stored form, with encrypted personal data: the hash chain covers it. */
  storedEvents: EventStore;
  /** Resolves when the event store can be used; rejects when waiting cannot help. */
  storeReady: Promise<void>;
  broadcast: Broadcast;
  access: Access;
  readiness: ReadinessRegistry;
};

/** Opens Postgres, runs its migrations, and opens all parts that depend on it; the stopper closes them. */
export async function openFoundation(config: Config, log: Log, stopping: Stopper): Promise<Foundation> {
  const { onStop, signal } = stopping;
  await openTracing(config.tracing, stopping);
  const databaseUrl = await openDatabase(config, log, stopping);
  await migrate(databaseUrl);
  const pools = openPools(databaseUrl, log);
  onStop('database connections', pools.end);
  // Postgres was reached a moment ago: what fails from here on is an outage, which ends no start.
  const retrying = { log, signal };
  await retryOutages(
    'The installation cannot be read yet; trying again',
    () => refuseOtherKey(pools.auth, config.secretKey),
    retrying,
  );

  const isAlone = config.database.kind === 'embedded';
  const broadcast = isAlone ? noBroadcast : openBroadcast(databaseUrl, log);
  onStop('messages to other processes', broadcast.close);

  const storeConfig = storeOf(config.store, databaseUrl);
  const { store: sealed, storedEvents } = await openSealedEventStore(storeConfig, pools.auth, log);
  const store = measuredStore(sealed, log);
  onStop('event store', () => store.close());

  const newest = newestMigration(migrationFolders);
  const readiness = openReadiness({ waitingFor: 'The event store is being opened', log, signal });
  let lastReason = '';
  const waitFor = (reason: string) => {
    if (reason !== lastReason) log.warn(reason);
    lastReason = reason;
    readiness.waitFor(reason);
  };
  const reached = reachEventStore({ config: storeConfig, store, known: knownVersions, signal, waitFor });
  const storeReady = reached.then(async (id) => {
    const adopted = await retryOutages(
      'The history of the event store cannot be compared yet; trying again',
      () => adoptHistory(pools.auth, id, store),
      retrying,
    );
    if (adopted === 'moved') log.warn('Another event store than before: read models are built again');
    await broadcast.onSession(async (client) => {
      if (!(await holdPlace(client, id, newest)))
        stopping.fail(
          'This database was moved to another event store meanwhile: set EVENTSTORE_URL, and start again',
        );
    });
  });
  storeReady.catch(() => {}); // the await throws it

  const leadership = openLeadership(databaseUrl, log);
  const progress = createProgress(pools.projections);
  // Its connection is cut by a crash of Postgres. No process sends messages of this topic.
  broadcast.listen('progress', { received: () => {}, missed: progress.forgetOthers });
  const { auth, locks } = pools;
  const access = openAccess({
    auth,
    locks,
    readAccount: (id) => readAccount(store, id),
    readTenantState: (id) => readTenantState(store, id),
  });
  return {
    config,
    log,
    stopping,
    databaseUrl,
    isAlone,
    storeConfig,
    store,
    storedEvents,
    storeReady,
    leadership,
    progress,
    pools,
    broadcast,
    access,
    readiness,
  };
}

const noStop = () => {};

/** The URL of the configured database, or of an embedded one that this starts. */
async function openDatabase(config: Config, log: Log, { onStop }: Stopper): Promise<string> {
  switch (config.database.kind) {
    case 'external':
      return config.database.url;
    case 'embedded': {
      const starting = startEmbedded({ dataDir: config.dataDir, log });
      // Also a stop in the middle of the start stops it. One that fails leaves nothing running.
      onStop('Postgres', () => starting.then(({ stop }) => stop(), noStop), 30_000);
      return (await starting).url;
    }
    default:
      return config.database satisfies never;
  }
}
