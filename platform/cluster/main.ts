import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '../config/config.ts';
import { openLog } from '../log/log.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { DataFolderInUse } from '../postgres/folder-lock.ts';
import { type Cluster, startCluster } from './cluster.ts';

/**
 * `npm run cluster`: each kind of process twice and a proxy in front, on the Postgres of DATABASE_URL or an embedded one.
 * `npm run cluster -- restart` asks the running cluster to restart its processes one after the other.
 */
const read = readConfig();
if (read.kind === 'wrong') end(read.lines);
const { config } = read;
const pidFile = path.join(config.dataDir, 'cluster.pid');
const [command, ...more] = process.argv.slice(2);
if (command === 'restart' && more.length === 0) askToRestart();
else if (command === undefined) await run();
else end([`There is no 'npm run cluster -- ${[command, ...more].join(' ')}'. There is: restart`]);

function askToRestart(): void {
  const pid = runningPid();
  if (pid === null) end([`No cluster runs on ${config.dataDir}`]);
  process.kill(pid, 'SIGHUP');
  console.info(`Asked the cluster (process ${pid}) to restart; its output shows the progress`);
}

/** The process of the cluster on this data folder; null if none runs. */
function runningPid(): number | null {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

async function run(): Promise<void> {
  if (runningPid() !== null) end([`A cluster runs on ${config.dataDir} already: stop it, or set DATA_DIR`]);
  mkdirSync(config.dataDir, { recursive: true });
  writeFileSync(pidFile, String(process.pid));
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  const postgres = await openDatabase(config);
  const database = { ...postgres.settings, SECRET_KEY: config.secretKey, DATA_DIR: config.dataDir };
  let nextPort = config.port + 1;
  const starting = startCluster({
    host: config.host,
    port: config.port,
    nextPort: async () => nextPort++,
    signal: stopping.signal,
    each: { projections: 2, commands: 2, workers: 2 },
    // Longer than the proxy needs to see that a process stops.
    environment: { DRAIN_SECONDS: '2', ...database },
    argsOf: async (entry) => ['--import', 'tsx', entry],
    print,
  });
  const cluster = await starting.catch((error: unknown) => {
    print('cluster', textOf(error));
    return null;
  });
  if (cluster) await serve(cluster, stopping.signal);
  await postgres.stop();
  rmSync(pidFile, { force: true });
  process.exit(cluster ? 0 : 1);
}

/** Runs a started cluster until the signal aborts. */
async function serve(cluster: Cluster, signal: AbortSignal): Promise<void> {
  console.info(`Ready at ${cluster.url}`);
  let isRestarting = false;
  const restart = async () => {
    if (isRestarting || signal.aborted) return;
    isRestarting = true;
    await cluster.restart().then(
      () => print('cluster', 'All processes were restarted'),
      (error: unknown) => print('cluster', `The restart ended early: ${textOf(error)}`),
    );
    isRestarting = false;
  };
  process.on('SIGHUP', () => void restart());
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  print('cluster', 'Stopping');
  await cluster.stop();
}

/** The settings that select the database of all processes. An embedded one is started and gets the demo data. */
async function openDatabase({ database, dataDir, demo, logLevel }: Config) {
  if (database.kind === 'external') return { settings: {}, stop: async () => {} };
  try {
    const { url, stop } = await startEmbedded({ dataDir, log: openLog(logLevel) });
    return { settings: { DATABASE_URL: url, DEMO: demo.kind }, stop };
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    rmSync(pidFile, { force: true });
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
