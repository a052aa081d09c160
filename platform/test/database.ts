import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, Pool } from 'pg';
import { afterAll, inject } from 'vitest';
import { openLog } from '../log/log.ts';
import { type EmbeddedPostgres, startEmbedded } from '../postgres/embedded.ts';
import { migrate } from '../postgres/migrate.ts';
import { columnTypes } from '../postgres/types.ts';

export type TestDatabase = {
  name: string;
  /** As the product connects: the role `crm`, so that row-level security holds. */
  url: string;
  /** As the superuser, on this database. */
  superuserUrl: string;
  /** A pool of the role `crm`; ended with the file. */
  pool: Pool;
  /** The same, seeing every tenant's rows. */
  everyTenant: Pool;
};

/**
 * A database of this test file's own, cloned from the migrated template and dropped after the file.
 * Call it at the top level of the file: `const db = await testDatabase();`
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { drop, ...database } = await createTestDatabase();
  afterAll(drop);
  return database;
}

/** The same for what lasts longer than one file; gone with the cluster at the latest. */
export async function createTestDatabase(): Promise<TestDatabase & { drop: () => Promise<void> }> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asSuperuser(clusterUrl, `create database ${name} template template owner crm`);
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
  /** The same through every stop and start. */
  url: string;
  superuserUrl: (database: string) => string;
  stop: () => Promise<void>;
  start: () => Promise<EmbeddedPostgres>;
};

/**
 * A durable, migrated cluster of this file's own, on disk with fsync as in the product: for suites that stop, kill
 * or measure Postgres. Removed after the file; call it at the top level.
 */
export async function ownCluster(): Promise<OwnCluster> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crm-own-cluster-'));
  let running: EmbeddedPostgres | null = await startEmbedded({ dataDir, log: openLog('silent') });
  const { url, superuserUrl } = running;
  await migrate(url);
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

/** A pool whose idle connections may be cut (a stopped Postgres, a dropped database) without ending the process. */
function quietPool(url: string, max = 10, options?: string): Pool {
  const pool = new Pool({ connectionString: url, max, types: columnTypes, ...(options && { options }) });
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
