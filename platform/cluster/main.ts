import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '../config/config.ts';
import { openLog } from '../log/log.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { DataFolderInUse, holderOf, lockFolder } from '../postgres/folder-lock.ts';
import { type Cluster, startCluster } from './cluster.ts';

/**
 * `npm run cluster`: each kind of process twice and a proxy in front, on the Postgres of DATABASE_URL or an embedded one.
 * `npm run cluster -- restart` asks the running cluster to restart its processes one after the other.
 */
const [command, ...more] = process.argv.slice(2);
const read = readConfig(undefined, command === undefined ? 'whole' : 'beside');
if (read.kind === 'wrong') end(read.lines);
const { config } = read;
/** Its lock names the process of the cluster on this data folder. */
const lockedFolder = path.join(config.dataDir, 'cluster');
if (command === 'restart' && more.length === 0) askToRestart();
else if (command === undefined) await run();
else end([`There is no 'npm run cluster -- ${[command, ...more].join(' ')}'. There is: restart`]);

function askToRestart(): void {
  const holder = holderOf(lockedFolder);
  if (holder === null) end([`No cluster runs on ${config.dataDir}`]);
  process.kill(holder.pid, 'SIGUSR2');
  console.info(`Asked the cluster (process ${holder.pid}) to restart; its output shows the progress`);
}

/** Locks the data folder for this cluster. @returns a function that releases it */
function lock(): () => void {
  mkdirSync(lockedFolder, { recursive: true });
  try {
    return lockFolder(lockedFolder);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    return end([`A cluster runs on ${config.dataDir} already: stop it, or set DATA_DIR`]);
  }
}

async function run(): Promise<void> {
  const stopping = new AbortController();
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  // Before the lock names this process: without a handler the signal would end it.
  let restart = () => print('cluster', 'Not restarted: the cluster is not ready yet');
  process.on('SIGUSR2', () => restart());
  const unlock = lock();
  const postgres = await openDatabase(config, unlock);
  const settings = {
    ...postgres.settings,
    SECRET_KEY: config.secretKey,
    DATA_DIR: config.dataDir,
    PUBLIC_URL: config.publicUrl,
  };
  let nextPort = config.port + 1;
  const starting = startCluster({
    host: config.host,
    port: config.port,
    nextPort: async () => nextPort++,
    signal: stopping.signal,
    each: { projections: 2, commands: 2, workers: 2 },
    // Longer than the proxy needs to see that a process stops.
    environment: { DRAIN_SECONDS: '2', ...settings },
    trust: config.trustProxy,
    argsOf: async (entry) => [...process.execArgv, besideThis(entry)],
    print,
  });
  const cluster = await starting.catch((error: unknown) => {
    print('cluster', textOf(error));
    return null;
  });
  if (cluster) {
    restart = restarterOf(cluster, stopping.signal);
    await serve(cluster, stopping.signal);
  }
  await postgres.stop();
  unlock();
  process.exit(cluster ? 0 : 1);
}

/** The entry point of a process, in the form in which this program runs: TypeScript, or the bundle of tests. */
function besideThis(entry: string): string {
  const [, program = ''] = process.argv;
  const { dir, ext } = path.parse(program);
  return path.join(dir, '../..', entry.replace(/\.ts$/, ext));
}

/** Returns a function that restarts the processes, unless a restart is under way. */
function restarterOf(cluster: Cluster, signal: AbortSignal): () => void {
  let isRestarting = false;
  return () => {
    if (isRestarting || signal.aborted) return;
    isRestarting = true;
    const restarted = cluster.restart().then(
      () => print('cluster', 'All processes were restarted'),
      (error: unknown) => print('cluster', `The restart ended early: ${textOf(error)}`),
    );
    void restarted.finally(() => {
      isRestarting = false;
    });
  };
}

/** Runs a started cluster until the signal aborts. */
async function serve(cluster: Cluster, signal: AbortSignal): Promise<void> {
  console.info(`Ready at ${cluster.url}`);
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  print('cluster', 'Stopping');
  await cluster.stop();
}

/** The settings that select the database of all processes. An embedded one is started and gets the demo data. */
async function openDatabase({ database, dataDir, demo, logLevel }: Config, unlock: () => void) {
  if (database.kind === 'external') return { settings: {}, stop: async () => {} };
  try {
    const { url, stop } = await startEmbedded({ dataDir, log: openLog(logLevel) });
    return { settings: { DATABASE_URL: url, DEMO: demo.kind }, stop };
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    unlock();
    return end([error.message]);
  }
}

function print(name: string, line: string): void {
  console.info(`${name.padEnd('projections-1'.length)} | ${line}`);
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function end(lines: readonly string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}
