import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '@crm/platform/cluster/cluster.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { startEmbedded } from '@crm/platform/postgres/embedded.ts';
import { freePort } from '@crm/platform/test/free-port.ts';
import { type Product, startProduct, TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { programOf } from '@crm/platform/test/program.ts';

type MeasuredProduct = Pick<Product, 'url' | 'databaseUrl' | 'remove'> & {
  /** The memory of one process; absent for a cluster. */
  rss: () => { rss_mb?: number };
};

/** The number after `--each` in a bench's arguments: processes of each kind. Null means one process for everything. */
export function eachOf(args: readonly string[]): number | null {
  const at = args.indexOf('--each');
  return at < 0 ? null : Number(args[at + 1]);
}

/** Starts the product without leads: as one process, or with `--each N` as a cluster behind its proxy. */
export async function startMeasured(args: readonly string[]): Promise<MeasuredProduct> {
  const each = eachOf(args);
  if (each === null) {
    const product = await startProduct({ demoLeads: 0 });
    return { ...product, rss: () => ({ rss_mb: product.rssMb() }) };
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crm-bench-cluster-'));
  const postgres = await startEmbedded({ dataDir, log: openLog('warn') });
  const cluster = await startCluster({
    host: '127.0.0.1',
    port: 0,
    nextPort: freePort,
    each: { projections: each, commands: each, workers: each },
    environment: {
      ...{ DATABASE_URL: postgres.url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
      ...{ DEMO: 'on', DEMO_LEADS: '0', INGEST_LIMIT: '0' },
    },
    argsOf: async (entry) => ['--enable-source-maps', await programOf(entry)],
    print: (name, line) => console.error(`${name} | ${line}`),
    signal: new AbortController().signal,
  });
  return {
    url: cluster.url,
    databaseUrl: postgres.url,
    rss: () => ({}),
    remove: async () => {
      await cluster.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
