import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Client, ClientBase } from 'pg';
import { migrateJobs } from '../jobs/migrate-jobs.ts';
import { connectFirst } from './connect.ts';
import {
  asUnusable,
  isInstalled,
  NoInstallation,
  newestMigration,
  refuseNewerSchema,
} from './installation.ts';
import { migrationFolders } from './migration-folders.ts';
import { refuseMissingRights, refuseUnboundRole } from './role.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

/** Glob patterns for node-pg-migrate. Special characters in folder names are escaped. */
const patterns = migrationFolders.map((folder) => `${folder.replace(/[?*+@!|(){}[\]\\]/g, '\\$&')}/*.sql`);
/** Key of the advisory lock; unique in the database. */
const LOCK = 718_301_001;

/**
 * Migrates a database, also a new one: runs each pending migration of the listed folders in order, each in a separate
 * transaction. Forward only. When several processes start at once, one migrates and the others wait. Also migrates the
 * schema of the job queue.
 * @returns the names of our migrations that ran
 * @throws DatabaseUnusable, before any write, when the database cannot be reached or its role has too few or too many
 *   rights. Every process and CLI command migrates first, so each refuses such a database.
 */
export const migrate = (databaseUrl: string): Promise<string[]> => migrateIf(databaseUrl, async () => {});

/**
 * Migrates the database of an installation, for a command beside the product.
 * @throws also NoInstallation, before any write, when no product was started on the database
 */
export const migrateExisting = (databaseUrl: string): Promise<string[]> =>
  migrateIf(databaseUrl, async (client) => {
    if (!(await isInstalled(client))) throw new NoInstallation(`the database ${client.database}`);
  });

/** @param refuse throws when the database may not be migrated; called under the lock of migrations */
async function migrateIf(databaseUrl: string, refuse: (client: Client) => Promise<void>): Promise<string[]> {
  const client = await connectFirst(databaseUrl, 'crm migrate');
  try {
    await refuseUnboundRole(client);
    await refuseMissingRights(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await refuseUnfinishedRestore(client); // under the lock, which a restore holds until its end
    await refuse(client);
    const ran = await runMigrations(client).catch((error: unknown) => {
      throw asUnusable(error);
    });
    await refuseNewerSchema(client, newestMigration(migrationFolders));
    await migrateJobs(databaseUrl);
    return ran;
  } finally {
    await client.end(); // also releases the lock
  }
}

/** Takes the lock of migrations, until the connection ends. @returns false if another process has it */
export async function tryToLockMigrations(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  return rows[0]?.taken === true;
}

/**
 * Runs pending migrations over a connection that has the lock of migrations.
 * @param most runs at most as many of them; default: all
 * @returns the names of those that ran
 */
export async function runMigrations(client: ClientBase, most?: number): Promise<string[]> {
  if (await areAllRun(client)) return [];
  const { runner } = await import('node-pg-migrate');
  const ran = await runner({
    dbClient: client,
    useGlob: true,
    dir: patterns, // the library sorts the files of all folders by number
    direction: 'up',
    ...(most !== undefined && { count: most }),
    migrationsTable: 'migrations',
    singleTransaction: false,
    noLock: true, // its own lock fails at once instead of waiting; ours waits
    log: () => {},
  });
  return ran.map(({ name }) => name);
}

/**
 * Whether exactly our migrations ran, in their order. The library would load itself and read all of them to find nothing
 * to do: 0.1 s of processor time of each start.
 */
async function areAllRun(client: ClientBase): Promise<boolean> {
  if (!(await isInstalled(client))) return false;
  const { rows } = await client.query<{ name: string }>(
    'select name from public.migrations order by run_on, id',
  );
  return isDeepStrictEqual(
    rows.map(({ name }) => name),
    migrationNames(),
  );
}

/** All migrations, in their order. */
export function migrationFiles(): { name: string; file: string }[] {
  const files = migrationFolders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .map((file) => ({ name: file.slice(0, -'.sql'.length), file: path.join(folder, file) })),
  );
  return files.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The names of all migrations, in their order. */
export const migrationNames = (): string[] => migrationFiles().map(({ name }) => name);

/** A migration creates a table in a statement of its own, and no migration renames one. */
const CREATED = /^create table (?:(\w+)\.)?(\w+)/gm;

/** The names of all tables that migrations create, with their schema; also of those that a later migration drops. */
export function migratedTables(): string[] {
  return migrationFiles().flatMap(({ file }) =>
    [...readFileSync(file, 'utf8').matchAll(CREATED)].map(
      ([, schema = 'public', name]) => `${schema}.${name}`,
    ),
  );
}
