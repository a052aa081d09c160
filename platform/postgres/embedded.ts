import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, accountFor, asAccount, giveTo } from './account.ts';
import { type Binaries, postgresBinaries } from './binaries.ts';
import { clusterPaths, ensureDatabase, initCluster, secretsOf, settings } from './cluster.ts';
import { holderOf, lockFolder } from './folder-lock.ts';
import { commandOf, gone } from './processes.ts';

export type EmbeddedPostgres = {
  /** For the product: the role `crm`, no superuser, owner of the database `crm`. */
  url: string;
  /** For tests and tools: the superuser, on a database. */
  superuserUrl: (database: string) => string;
  /** The process id of the server; 0 when another process of ours runs it. */
  pid: number;
  /** Stops it (fast: open transactions are rolled back) and waits for its end. */
  stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** Only tests say false: it takes fsync away. */
  durable?: boolean;
};

/**
 * Starts the Postgres of a data folder and takes the folder for this process. A Postgres that a killed run left
 * behind is stopped first. Throws DataFolderInUse while another process has the folder.
 */
export async function startEmbedded({ dataDir, durable = true }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(dataDir);
  mkdirSync(folder, { recursive: true });
  const unlock = lockFolder(folder);
  try {
    const binaries = postgresBinaries();
    const account = accountFor(clusterPaths(folder).cluster, binaries.postgres);
    await stopLeftBehind(folder);
    await initCluster(folder, binaries, account, durable);
    const pid = await startServer(folder, binaries, account, durable);
    const urls = urlsOf(folder);
    await ensureDatabase(urls.superuserUrl, secretsOf(folder).app);
    return { ...urls, pid, stop: () => stopServer(pid).finally(unlock) };
  } catch (error) {
    await stopLeftBehind(folder).catch(() => {}); // the first error tells more
    unlock();
    throw error;
  }
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
  return { ...urlsOf(folder), pid: 0, stop: async () => {} };
}

/** A Unix socket's path holds about 100 bytes; a data folder deeper than that has its socket in the temporary folder. */
function socketDir(folder: string) {
  const near = path.join(folder, 'socket');
  if (Buffer.byteLength(near) < 80) return near;
  return path.join(tmpdir(), `crm-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
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

async function startServer(
  folder: string,
  binaries: Binaries,
  account: Account,
  durable: boolean,
): Promise<number> {
  const { cluster, log } = clusterPaths(folder);
  const socket = socketDir(folder);
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  giveTo(account, socket);
  if (existsSync(log)) renameSync(log, `${log}.previous`);
  const run = asAccount(account, binaries.postgres, ['-D', cluster, ...settings(socket, durable)]);
  const out = openSync(log, 'a', 0o600);
  // A process group of its own: Ctrl-C reaches the product alone, which drains and then stops Postgres.
  const child = spawn(run.file, run.args, {
    ...run.ids,
    cwd: cluster,
    detached: true,
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  child.unref();
  let ended = '';
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = `exit ${code ?? signal}`;
  });
  for (;;) {
    if (ended) throw new Error(`Postgres did not start (${ended}):\n${readFileSync(log, 'utf8').trim()}`);
    const found = postmaster(folder);
    if (found?.ready && found.pid === child.pid) return found.pid;
    await sleep(10);
  }
}

async function stopServer(pid: number) {
  for (const [signal, withinMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return; // gone already
    }
    if (await gone(pid, withinMs)) return;
  }
  throw new Error(`Postgres (process ${pid}) does not stop.`);
}

/** Stops the server that a killed run left on a folder, and removes the pid files of one that is gone. */
export async function stopLeftBehind(folder: string) {
  const { cluster } = clusterPaths(folder);
  const left = postmaster(folder);
  if (!left) return;
  // The pid may belong to another program by now; ours names its cluster on its command line.
  if (commandOf(left.pid)?.includes(`-D ${cluster} `)) await stopServer(left.pid);
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
  rmSync(path.join(socketDir(folder), '.s.PGSQL.5432.lock'), { force: true });
}

/** What postmaster.pid says: line 1 the process, line 8 its state. */
function postmaster(folder: string): { pid: number; ready: boolean } | null {
  try {
    const lines = readFileSync(path.join(clusterPaths(folder).cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}
