import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import { accountFor } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { clusterPaths, ensureDatabase, initCluster, secretsOf } from './cluster.ts';
import { holderOf, lockFolder } from './folder-lock.ts';
import {
  postmaster,
  type ServerOptions,
  socketDir,
  startServer,
  stopLeftBehind,
  stopServer,
} from './server.ts';

export type EmbeddedPostgres = {
  /** For the product: the role `crm`, no superuser, owner of the database `crm`. */
  url: string;
  /** For tests and tools: the superuser, on a database. */
  superuserUrl: (database: string) => string;
  /** The process id of the server now; 0 when another process of ours runs it. */
  pid: () => number;
  /** Stops it (fast: open transactions are rolled back) and waits for its end. */
  stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  log: Log;
  /** Only tests say false: it takes fsync away. */
  durable?: boolean;
};

/**
 * Starts the Postgres of a data folder and takes the folder for this process. A Postgres that a killed run left
 * behind is stopped first, and one that ends by itself is started again. Throws DataFolderInUse while another
 * process has the folder.
 */
export async function startEmbedded({
  dataDir,
  log,
  durable = true,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(dataDir);
  mkdirSync(folder, { recursive: true });
  const unlock = lockFolder(folder);
  try {
    const binaries = postgresBinaries();
    const account = accountFor(clusterPaths(folder).cluster, binaries.postgres);
    await stopLeftBehind(folder);
    await initCluster(folder, binaries, account, durable);
    const server = await keepServer({ folder, binaries, account, durable }, log);
    const urls = urlsOf(folder);
    await ensureDatabase(urls.superuserUrl, secretsOf(folder).app);
    return { ...urls, pid: server.pid, stop: () => server.stop().finally(unlock) };
  } catch (error) {
    await stopLeftBehind(folder).catch(() => {}); // the first error tells more
    unlock();
    throw error;
  }
}

async function startAgain(options: ServerOptions) {
  await stopLeftBehind(options.folder);
  return startServer(options);
}

/** A server that is started again whenever it ends (killed, out of memory) until it is stopped. */
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
    // The server's own end does not keep this process alive to hear of it, and a script may have nothing else left.
    const awake = setInterval(() => {}, 1_000);
    try {
      const { pid } = server;
      await stopServer(pid);
      await kept;
      if (server.pid !== pid) await stopServer(server.pid); // one that was just being started again
    } finally {
      clearInterval(awake);
    }
  };
  return { pid: () => server.pid, stop };
}

/**
 * The Postgres of a data folder for a second process (`npm run rebuild` beside the living product): the one that
 * runs already, or one of our own. `stop` stops only what was started here.
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(options.dataDir);
  if (!holderOf(folder)) return startEmbedded(options);
  const until = performance.now() + 60_000; // the product may itself be starting
  while (postmaster(folder)?.ready !== true) {
    if (!holderOf(folder)) return startEmbedded(options);
    if (performance.now() > until) throw new Error(`The product on ${folder} has no Postgres running.`);
    await sleep(50);
  }
  return { ...urlsOf(folder), pid: () => 0, stop: async () => {} };
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
