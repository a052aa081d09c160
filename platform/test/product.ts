import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environmentWith } from '../config/config.ts';
import { openLog } from '../log/log.ts';
import { joinEmbedded } from '../postgres/embedded.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Processes on one database need the same key. */
export const TEST_SECRET_KEY = 'a secret key of the tests and of nothing else';

export type Product = {
  url: string;
  dataDir: string;
  /** Of its Postgres, as the product connects. */
  databaseUrl: string;
  /** Resident memory of its process and of the child processes that read and write files; not of Postgres. */
  rssMb: () => number;
  /** Ends the process as a crash would, or as Ctrl-C does; its data stay. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  /** Starts it again on the same data and port; on another event store, where one is named ('' is its Postgres). */
  again: (eventStoreUrl?: string) => Promise<void>;
  /** Ends it and removes its data. */
  remove: () => Promise<void>;
};

/** The files that start a process: the whole product, or a part of it (docs/architecture.md, "Processes"). */
export type Main = 'main.ts' | 'command-api/main.ts' | 'projections/main.ts' | 'workers/main.ts';

/** The product as `npm start` runs it, in a process and on a data folder of its own: for browsers, kills and benches. */
export async function startProduct(options: {
  demoLeads: number;
  /** 'main.ts' unless said; the others need `databaseUrl`. */
  main?: Main;
  /** Where its data are; a folder of its own that is new, unless said. */
  dataDir?: string;
  /** A database to share with other processes; by default an own embedded one. */
  databaseUrl?: string;
  /** An EventStoreDB to keep the events in; the product's own Postgres unless said. */
  eventStoreUrl?: string;
  /** Addresses (CIDRs) that postbacks may reach although they are not public; none unless said. */
  postbackAllow?: string;
}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'crm-product-'));
  const port = await freePort();
  let eventStoreUrl = options.eventStoreUrl ?? '';
  const start = () =>
    spawn(process.execPath, ['--import', 'tsx', path.join(ROOT, options.main ?? 'main.ts')], {
      cwd: ROOT,
      env: environmentWith({
        PORT: String(port),
        DATA_DIR: dataDir,
        INGEST_LIMIT: '0',
        DEMO: 'on',
        DEMO_LEADS: String(options.demoLeads),
        LOG_LEVEL: 'warn',
        POSTBACK_ALLOW: options.postbackAllow ?? '',
        EVENTSTORE_URL: eventStoreUrl,
        ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl, SECRET_KEY: TEST_SECRET_KEY }),
      }),
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  let child = start();
  await readyLine(child);
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
    end,
    again: async (url = eventStoreUrl) => {
      eventStoreUrl = url;
      child = start();
      await readyLine(child);
    },
    remove: async () => {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function readyLine(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      if (/^Ready at /m.test(printed)) resolve();
    });
    child.once('exit', (code) =>
      reject(new Error(`The product ended with ${code} before it was ready:\n${printed}`)),
    );
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });
}

/** What child processes of platform/processes share with their parent counts twice: Node's own code, 40 MB. */
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
