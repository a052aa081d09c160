import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { environmentWith } from '../config/config.ts';
import { openLog } from '../log/log.ts';
import { joinEmbedded } from '../postgres/embedded.ts';
import { newDataFolder } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { programOf } from './program.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Processes on one database need the same key. */
export const TEST_SECRET_KEY = 'a secret key of the tests and of nothing else';

export type Product = {
  url: string;
  dataDir: string;
  /** URL of its Postgres, as the product uses it. */
  databaseUrl: string;
  /** Resident memory of its process and of the child processes that read and write files, without Postgres. */
  rssMb: () => number;
  /** What its process has printed since it was started last. */
  printed: () => string;
  /** Ends the process like a crash or like Ctrl-C; its data stays. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  /** Starts it again on the same data and port. `eventStoreUrl` selects another event store ('' is its Postgres). */
  again: (eventStoreUrl?: string) => Promise<void>;
  /** Ends it and deletes its data. */
  remove: () => Promise<void>;
};

/** Entry points: the whole product, or one of its processes (docs/architecture.md, "Processes"). */
export type Main = 'main.ts' | 'command-api/main.ts' | 'projections/main.ts' | 'workers/main.ts';

/**
 * Starts the product as a child process on its own data folder, for browser tests, kills and benches. Unlike `npm start`
 * it runs a bundle (program.ts). Stacks in its output name lines of the bundle: to map them to the sources costs 0.2 s of
 * processor time per start.
 */
export async function startProduct(options: {
  /** Null: without the demo. The product is empty, and prints the link that creates the super admin. */
  demoLeads: number | null;
  /** Default: 'main.ts'; the others need `databaseUrl`. */
  main?: Main;
  /** Data folder; a new one by default, whose Postgres is already migrated. */
  dataDir?: string;
  /** A database to share with other processes; an embedded one by default. */
  databaseUrl?: string;
  /** An EventStoreDB for the events; the product's Postgres by default. */
  eventStoreUrl?: string;
  /** Non-public addresses (CIDRs) that postbacks may reach; none by default. */
  postbackAllow?: string;
  /** The URL of an OpenTelemetry collector, and the share of traces that it gets; no traces by default. */
  traces?: { url: string; share: number };
  /** A folder into which each of its processes writes a CPU profile when it ends; none by default. */
  profile?: string;
  /** The token for /metrics; without one, there is no /metrics. */
  metricsToken?: string;
}): Promise<Product> {
  const dataDir = options.dataDir ?? (await newDataFolder('crm-product-'));
  const port = await freePort();
  let eventStoreUrl = options.eventStoreUrl ?? '';
  const program = await programOf(options.main ?? 'main.ts');
  const { profile, traces } = options;
  const demo =
    options.demoLeads === null ? { DEMO: 'off' } : { DEMO: 'on', DEMO_LEADS: String(options.demoLeads) };
  const flags = profile ? ['--enable-source-maps', '--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const start = () =>
    spawn(process.execPath, [...flags, program], {
      cwd: ROOT,
      env: environmentWith({
        PORT: String(port),
        DATA_DIR: dataDir,
        INGEST_LIMIT: '0',
        ...demo,
        LOG_LEVEL: 'warn',
        POSTBACK_ALLOW: options.postbackAllow ?? '',
        EVENTSTORE_URL: eventStoreUrl,
        ...(options.metricsToken && { METRICS_TOKEN: options.metricsToken }),
        ...(traces && tracingTo(traces)),
        ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl, SECRET_KEY: TEST_SECRET_KEY }),
      }),
      // With the channel, it notices the end of this process, also of a bench that crashed.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });

  let child = start();
  let printed = await readyLine(child);
  const databaseUrl = options.databaseUrl ?? (await joinEmbedded({ dataDir, log: openLog('warn') })).url;

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl,
    rssMb: () => rssOf(child.pid),
    printed: () => printed(),
    end,
    again: async (url = eventStoreUrl) => {
      eventStoreUrl = url;
      child = start();
      printed = await readyLine(child);
    },
    remove: async () => {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The settings of a process that sends a share of its traces to a collector. */
export const tracingTo = ({ url, share }: { url: string; share: number }) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_TRACES_SAMPLER_ARG: String(share),
});

/** Waits until the product is ready. @returns a function that returns what it has printed so far */
function readyLine(child: ChildProcess): Promise<() => string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      if (/^Ready at /m.test(printed)) resolve(() => printed);
    });
    child.once('exit', (code) =>
      reject(new Error(`The product ended with ${code} before it was ready:\n${printed}`)),
    );
  });
}

/** Memory that child processes share with their parent counts twice: Node's own code, 40 MB. */
function rssOf(pid: number | undefined): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const workers = children.filter((each) => proc(each, 'cmdline').includes('.process.ts'));
  const pages = [String(pid), ...workers].map((each) => Number(proc(each, 'statm').split(' ')[1] ?? 0));
  return Math.round((pages.reduce((sum, each) => sum + each) * 4096) / 1024 / 1024);
}

/** Empty for a process that has just ended. */
function proc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
