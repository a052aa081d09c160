import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Client, Pool } from 'pg';
import { afterAll, inject } from 'vitest';
import { openLog } from '../log/log.ts';
import { type EmbeddedPostgres, startEmbedded } from '../postgres/embedded.ts';
import { columnTypes } from '../postgres/types.ts';
import { newDataFolder } from './data-folder.ts';

export type TestDatabase = {
  name: string;
  /** The product's URL: the role `crm`, so that row-level security applies. */
  url: string;
  /** URL of the superuser on this database. */
  superuserUrl: string;
  /** A pool of the role `crm`; closed after the file. */
  pool: Pool;
  /** A pool of the role `crm` that sees the rows of all tenants. */
  everyTenant: Pool;
};

/**
 * Creates a database for this test file, cloned from the migrated template and dropped after the file. Call it at the
 * top level of the file: `const db = await testDatabase();`
 *
 * @param atEnd inside a test, pass `onTestFinished`: an `afterAll` that is called there never runs
 */
export async function testDatabase(
  content: 'migrated' | 'empty' = 'migrated',
  atEnd: (drop: () => Promise<void>) => void = afterAll,
): Promise<TestDatabase> {
  const { drop, ...database } = await createTestDatabase(content);
  atEnd(drop);
  return database;
}

/** Creates a database for use beyond one file. It is removed by `drop`, or with the cluster. */
export async function createTestDatabase(
  content: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase & { drop: () => Promise<void> }> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying the template's files takes 20 ms of CPU; Postgres' default, copying through the WAL, takes 30 to 70.
  const from = content === 'migrated' ? 'template template strategy file_copy' : '';
  await asSuperuser(clusterUrl, `create database ${name} ${from} owner crm`);
  const url = onDatabase(inject('templateUrl'), name);
  const pool = quietPool(url);
  const everyTenant = quietPool(url, 10, '-c app.tenant=*');
  const drop = async () => {
    await Promise.all([pool.end(), everyTenant.end()]);
    await asSuperuser(clusterUrl, `drop database ${name} with (force)`);
  };
  return { name, url, superuserUrl: onDatabase(clusterUrl, name), pool, everyTenant, drop };
}

export type OwnCluster = {
  dataDir: string;
  /** The same after every stop and start. */
  url: string;
  superuserUrl: (database: string) => string;
  stop: () => Promise<void>;
  start: () => Promise<EmbeddedPostgres>;
};

/**
 * Starts a durable, migrated cluster for this test file, on disk with fsync as in the product: for suites that stop,
 * kill or measure Postgres. Deleted after the file; call it at the top level.
 */
export async function ownCluster(): Promise<OwnCluster> {
  const dataDir = await newDataFolder('crm-own-cluster-');
  let running: EmbeddedPostgres | null = await startEmbedded({ dataDir, log: openLog('silent') });
  const { url, superuserUrl } = running;
  const stop = async () => {
    await running?.stop();
    running = null;
  };
  const start = async () => {
    running ??= await startEmbedded({ dataDir, log: openLog('silent') });
    return running;
  };
  afterAll(async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { dataDir, url, superuserUrl, stop, start };
}

/**
 * A pool that ignores errors of idle connections (a stopped Postgres, a dropped database), so that they do not end the
 * process.
 */
function quietPool(url: string, max = 10, options?: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    pipeline: true,
    types: columnTypes,
    ...(options && { options }),
  });
  pool.on('error', () => {});
  return pool;
}

async function asSuperuser(url: string, sql: string) {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function onDatabase(url: string, database: string) {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
