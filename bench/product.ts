import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environmentWith } from '@crm/platform/config/config.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { joinEmbedded } from '@crm/platform/postgres/embedded.ts';

export type Product = {
  url: string;
  dataDir: string;
  /** Of its Postgres, as the product connects. */
  databaseUrl: string;
  pid: number;
  rssMb: () => number;
  stop: () => Promise<void>;
};

/** The product as `npm start` runs it, in a process and on a data folder of its own, with the demo's accounts. */
export async function startProduct(
  demoLeads = 0,
  dataDir = mkdtempSync(path.join(tmpdir(), 'crm-bench-')),
): Promise<Product> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, '../main.ts')], {
    cwd: path.join(import.meta.dirname, '..'),
    env: environmentWith({
      PORT: String(port),
      DATA_DIR: dataDir,
      INGEST_LIMIT: '0',
      DEMO_LEADS: String(demoLeads),
      LOG_LEVEL: 'warn',
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await readyLine(child);
  const database = await joinEmbedded({ dataDir, log: openLog('warn') });
  const { pid } = child;
  if (pid === undefined) throw new Error('The product did not start');
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl: database.url,
    pid,
    rssMb: () => rssOf(pid),
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
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

function rssOf(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return Math.round((pages * 4096) / 1024 / 1024);
}
