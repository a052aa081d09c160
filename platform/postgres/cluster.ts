import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { z } from 'zod';
import { type Account, asAccount, giveTo } from './account.ts';
import type { Binaries } from './binaries.ts';

/** The paths of Postgres in a data folder. */
export const clusterPaths = (dataDir: string) => ({
  cluster: path.join(dataDir, 'postgres'),
  secrets: path.join(dataDir, 'postgres.secrets.json'),
  log: path.join(dataDir, 'postgres.log'),
});

const Secrets = z.object({ superuser: z.string(), app: z.string() });
export type Secrets = z.infer<typeof Secrets>;

/** The passwords of a cluster, generated at its first start and readable only by the owner of the data folder. */
export function secretsOf(dataDir: string): Secrets {
  const file = clusterPaths(dataDir).secrets;
  if (existsSync(file)) return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  const made = { superuser: randomBytes(24).toString('hex'), app: randomBytes(24).toString('hex') };
  writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return made;
}

/** Whether the data folder has a Postgres. A killed first start may have left none. */
export const hasCluster = (dataDir: string): boolean => existsSync(clusterPaths(dataDir).cluster);

/**
 * Creates the cluster if it does not exist. It sorts and compares by code point (the built-in C.UTF-8: the same on
 * every machine, and the fastest to index), with Unicode letter classes: with a plain C ctype, pg_trgm would drop all
 * letters of Hindi or Arabic. A partial cluster of a killed start is deleted.
 */
export async function initCluster(dataDir: string, binaries: Binaries, account: Account, durable: boolean) {
  if (hasCluster(dataDir)) return;
  const { cluster } = clusterPaths(dataDir);
  const making = `${cluster}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  giveTo(account, making);
  const password = `${cluster}.password`;
  writeFileSync(password, secretsOf(dataDir).superuser, { mode: 0o600 });
  giveTo(account, password);
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const locale = [
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--lc-collate=C',
    `--lc-ctype=${ctype}`,
  ];
  const args = [
    '-D',
    making,
    '-U',
    'postgres',
    '--encoding=UTF8',
    '--auth=scram-sha-256',
    `--pwfile=${password}`,
    '--set=scram_iterations=1',
  ];
  const messages = ['--lc-messages=C', '--lc-monetary=C', '--lc-numeric=C', '--lc-time=C'];
  const sync = durable ? [] : ['--no-sync'];
  const run = asAccount(account, binaries.initdb, [...args, ...locale, ...messages, ...sync]);
  await finished(spawn(run.file, run.args, { ...run.ids, cwd: making, stdio: ['ignore', 'pipe', 'pipe'] }));
  rmSync(password);
  renameSync(making, cluster);
}

async function finished(child: ReturnType<typeof spawn>) {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  if (code !== 0) throw new Error(`initdb failed (exit ${code}): ${output.trim()}`);
}

/** Settings for a small machine with two cores. Passed as flags, so that the running settings are always these. */
export function settings(socketDir: string, durable: boolean): string[] {
  const set: Record<string, string> = {
    listen_addresses: '', // no network: only a Unix socket in our own folder
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    // Up to 296 for two processes of each kind (README.md); one test cluster serves many products.
    max_connections: durable ? '320' : '600',
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    wal_buffers: '16MB',
    min_wal_size: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off', // costs more than it saves on queries that take milliseconds
    scram_iterations: '1', // our passwords are 24 random bytes; 4,096 iterations take 1.4 ms of each new connection
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    cluster_name: 'crm',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(set).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const extensions = ['pg_trgm', 'btree_gin'];

/**
 * Under row-level security, Postgres uses an index only for operators marked leakproof, which reveal nothing about
 * hidden rows. LIKE and ILIKE reveal nothing but are not marked: without this, a search reads all rows of its tenant
 * instead of the trigram index. On an external database (DATABASE_URL), its superuser does the same once.
 */
const trusted = ['textlike(text, text)', 'texticlike(text, text)'];

/**
 * Creates the role and database `crm` and their extensions if they are missing. The role is no superuser, so that
 * row-level security applies to every query of the product.
 */
export async function ensureDatabase(superuserUrl: (database: string) => string, appPassword: string) {
  const server = new Client(superuserUrl('postgres'));
  await server.connect();
  try {
    const { rows } = await server.query<{ role: boolean; database: boolean }>(
      `select exists(select from pg_roles where rolname = 'crm') as role,
              exists(select from pg_database where datname = 'crm') as database`,
    );
    const [found] = rows;
    await server.query(
      `${found?.role ? 'alter' : 'create'} role crm login nosuperuser nobypassrls password ${escapeLiteral(appPassword)}`,
    );
    if (!found?.database) await server.query('create database crm owner crm');
  } finally {
    await server.end();
  }
  const database = new Client(superuserUrl('crm'));
  await database.connect();
  try {
    for (const name of extensions)
      await database.query(`create extension if not exists ${escapeIdentifier(name)}`);
    for (const operator of trusted) await database.query(`alter function ${operator} leakproof`);
  } finally {
    await database.end();
  }
}
