import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentWith } from '../config/config.ts';
import { type Account, asAccount, giveTo } from './account.ts';
import type { Binaries } from './binaries.ts';
import { clusterPaths, settings } from './cluster.ts';
import { commandOf, gone, startOf } from './processes.ts';

export type Server = {
  pid: number;
  /** Resolves to the reason of the end, whether it was stopped or ended by itself. */
  ended: Promise<string>;
};

/**
 * The C library gives freed memory above 128 kB back to the system, so a backend's next statement pays a page fault for each
 * of its pages. A backend may keep 8 MB instead: a lead then costs Postgres 340 instead of 503 µs (`npm run bench -- cost`, on
 * a virtual machine with slow page faults). Each of at most 68 backends of `npm start` holds so much more, if it needed it once.
 */
const MEMORY = {
  MALLOC_TRIM_THRESHOLD_: '8388608',
  MALLOC_MMAP_THRESHOLD_: '8388608',
  MALLOC_TOP_PAD_: '262144',
};

export type ServerOptions = { folder: string; binaries: Binaries; account: Account; durable: boolean };

/** Starts the server of a folder's cluster and waits until it accepts connections. Throws with its log if it ends. */
export async function startServer(options: ServerOptions): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const started = await tryServer(options);
    if (typeof started !== 'string') return started;
    // Backends of a killed server need a moment to notice its end.
    if (attempt === 40 || !started.includes('is still in use'))
      throw new Error(`Postgres did not start: ${started}`);
    await sleep(250);
  }
}

async function tryServer({ folder, binaries, account, durable }: ServerOptions): Promise<Server | string> {
  const { cluster, log } = clusterPaths(folder);
  const socket = socketDir(folder);
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  giveTo(account, socket);
  if (existsSync(log)) renameSync(log, `${log}.previous`);
  const run = asAccount(account, binaries.postgres, ['-D', cluster, ...settings(socket, durable)]);
  const out = openSync(log, 'a', 0o600);
  // Its own process group: Ctrl-C reaches only the product, which drains and then stops Postgres.
  const child = spawn(run.file, run.args, {
    ...run.ids,
    cwd: cluster,
    env: environmentWith(MEMORY),
    detached: true,
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  child.unref();
  let end: string | null = null;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`exit ${code ?? signal}`));
  });
  void ended.then((how) => {
    end = how;
  });
  while (end === null) {
    const found = postmaster(folder);
    if (found?.ready && found.pid === child.pid) return { pid: found.pid, ended };
    await sleep(10);
  }
  return `${end}\n${readFileSync(log, 'utf8').trim()}`;
}

/**
 * Stops a server (fast mode: open transactions are rolled back), with stronger signals after each timeout, and waits
 * for its end.
 */
export async function stopServer(pid: number): Promise<void> {
  for (const [signal, withinMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return; // already ended
    }
    if (await gone(pid, withinMs)) return;
  }
  throw new Error(`Postgres (process ${pid}) does not stop.`);
}

/** Stops the server that a killed run left running on a folder, and deletes its pid files. */
export async function stopLeftBehind(folder: string): Promise<void> {
  const { cluster } = clusterPaths(folder);
  const left = postmaster(folder);
  if (!left) return;
  // The pid may now belong to another program; our server has its cluster on its command line.
  const lives = startOf(left.pid) !== null && commandOf(left.pid)?.includes(`-D ${cluster} `);
  if (lives) await stopServer(left.pid);
  // Postgres would mistake another program with this pid, or a zombie, for a running server. It detects surviving
  // backends by their shared memory, so it never starts beside them.
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
  rmSync(path.join(socketDir(folder), '.s.PGSQL.5432.lock'), { force: true });
}

/** Reads postmaster.pid: line 1 is the process id, line 8 its state; null if there is none. */
export function postmaster(folder: string): { pid: number; ready: boolean } | null {
  try {
    const lines = readFileSync(path.join(clusterPaths(folder).cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

/**
 * The path of a Unix socket is limited to about 100 bytes; a deeper data folder has its socket in the temporary folder.
 */
export function socketDir(folder: string) {
  const near = path.join(folder, 'socket');
  if (Buffer.byteLength(near) < 80) return near;
  return path.join(tmpdir(), `crm-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
}
