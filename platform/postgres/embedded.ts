import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import { accountFor } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { clusterPaths, ensureDatabase, hasCluster, initCluster, secretsOf } from './cluster.ts';
import { holderOf, lockFolder } from './folder-lock.ts';
import { NoInstallation } from './installation.ts';
import {
  postmaster,
  type ServerOptions,
  socketDir,
  startServer,
  stopLeftBehind,
  stopServer,
} from './server.ts';
import { DatabaseUnusable } from './unusable.ts';

export type EmbeddedPostgres = {
  /** For the product: the role `crm`, which is no superuser and owns the database `crm`. */
  url: string;
  /** For tests and tools: the superuser, on the given database. */
  superuserUrl: (database: string) => string;
  /** The current process id of the server; 0 if another process of the product runs it. */
  pid: () => number;
  /** Stops it (fast mode: open transactions are rolled back) and waits for its end. */
  stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  log: Log;
  /** Only tests pass false, which disables fsync. */
  durable?: boolean;
};

/**
 * Starts the Postgres of a data folder and locks the folder for this process. Stops a Postgres that a killed run left
 * running, and restarts one that ends by itself. Throws DataFolderInUse while another process holds the folder.
 */
export async function startEmbedded({
  dataDir,
  log,
  durable = true,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(dataDir);
  mkdirSync(folder, { recursive: true });
  const unlock = lockFolder(folder);
  let stop = () => stopLeftBehind(folder);
  try {
    const binaries = postgresBinaries();
    const account = accountFor(clusterPaths(folder).cluster, binaries.postgres);
    await stopLeftBehind(folder);
    await initCluster(folder, binaries, account, durable);
    const server = await keepServer({ folder, binaries, account, durable }, log);
    stop = server.stop; // ends also the loop that restarts a server that ended by itself
    const urls = urlsOf(folder);
    await ensureDatabase(urls.superuserUrl, secretsOf(folder).app);
    return { ...urls, pid: server.pid, stop: () => server.stop().finally(unlock) };
  } catch (error) {
    await stop().catch(() => {}); // the first error has the cause
    unlock();
    throw error;
  }
}

async function startAgain(options: ServerOptions) {
  await stopLeftBehind(options.folder);
  return startServer(options);
}

/** Runs a server that is restarted whenever it ends (killed, out of memory), until it is stopped. */
async function keepServer(options: ServerOptions, log: Log) {
  let server = await startServer(options);
  const stopping = new AbortController();
  const keep = async () => {
    for (;;) {
      const how = await server.ended;
      if (stopping.signal.aborted) return;
      log.error(
        { how, see: clusterPaths(options.folder).log },
        'Postgres ended by itself; starting it again',
      );
      const again = await startAgain(options).catch((error: unknown) => {
        log.error({ err: error }, 'Postgres does not start; trying again');
        return sleep(2_000, null, { signal: stopping.signal }).catch(() => null);
      });
      if (again) server = again;
      if (stopping.signal.aborted) return;
    }
  };
  const kept = keep();
  const stop = async () => {
    stopping.abort();
    // The server's exit does not keep this process alive, and a script may have no other work left.
    const awake = setInterval(() => {}, 1_000);
    try {
      const { pid } = server;
      await stopServer(pid);
      await kept;
      if (server.pid !== pid) await stopServer(server.pid); // a server that was being restarted
    } finally {
      clearInterval(awake);
    }
  };
  return { pid: () => server.pid, stop };
}

/**
 * The Postgres of a data folder for a second process (`npm run rebuild` beside the running product): the running one,
 * or a new one. `stop` stops only a server that this call started.
 * @throws NoInstallation, before any write, if the folder has no Postgres
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(options.dataDir);
  if (!holderOf(folder)) return startExisting(options);
  const until = performance.now() + 60_000; // the product may itself be starting
  while (postmaster(folder)?.ready !== true) {
    if (!holderOf(folder)) return startExisting(options);
    if (performance.now() > until)
      throw new DatabaseUnusable(
        `The product on ${folder} has no Postgres running: wait until it has started`,
      );
    await sleep(50);
  }
  return { ...urlsOf(folder), pid: () => 0, stop: async () => {} };
}

async function startExisting(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(options.dataDir);
  if (!hasCluster(folder)) throw new NoInstallation(`the data folder ${folder}`);
  return startEmbedded(options);
}

function urlsOf(folder: string) {
  const secrets = secretsOf(folder);
  const url = (user: string, password: string, database: string) =>
    `postgresql://${user}:${password}@localhost:5432/${database}?host=${encodeURIComponent(socketDir(folder))}`;
  return {
    url: url('crm', secrets.app, 'crm'),
    superuserUrl: (database: string) => url('postgres', secrets.superuser, database),
  };
}
