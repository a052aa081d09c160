import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Client } from 'pg';
import type { Db } from './transaction.ts';
import { DatabaseUnusable } from './unusable.ts';

/**
 * Keys of advisory locks. Each running process holds STORE_IN_USE shared, so that the database moves to another event
 * store only when no process runs (platform/event-store/adopt-history.ts), and a lock of the class SCHEMA_IN_USE with the
 * number of its newest migration (migration 080).
 */
export const STORE_IN_USE = 718_301_003;
const SCHEMA_IN_USE = 718_301_002;
/** Raised by refuse_older_programs (migration 080). */
const OLDER_RUN = 'CRM01';

/**
 * A command beside the product was started with a wrong folder or URL. Without this refusal it would create a second
 * installation there, and report on that one.
 */
export class NoInstallation extends DatabaseUnusable {
  override name = 'NoInstallation';
  constructor(place: string) {
    super(
      `There is no installation in ${place}: use the DATA_DIR or DATABASE_URL of the product. npm start creates a new installation`,
    );
  }
}

/** Whether a product was started on this database: its first migration creates the table. */
export async function isInstalled(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>(
    `select to_regclass('public.migrations') is not null as exists`,
  );
  return rows[0]?.exists === true;
}

/** The number of the newest migration in these folders. */
export function newestMigration(folders: readonly string[]): number {
  const numbers = folders.flatMap((folder) => readdirSync(folder).map((file) => Number.parseInt(file, 10)));
  return Math.max(...numbers);
}

/** Refuses a database that a newer program changed so that this one can no longer use it. @throws DatabaseUnusable */
export async function refuseNewerSchema(client: Db, newest: number): Promise<void> {
  const { rows } = await client.query<{ oldest: number }>(
    'select oldest_migration as oldest from installation',
  );
  const oldest = rows[0]?.oldest ?? 0;
  if (oldest > newest)
    throw new DatabaseUnusable(
      `The database was changed by a newer version of this program (it needs migration ${oldest}; this one ends with ${newest}): start that version, or a later one`,
    );
}

/** Turns the refusal of a migration into an error of one line; other errors are thrown as they are. */
export function asUnusable(error: unknown): unknown {
  const isRefusal = error instanceof Error && 'code' in error && error.code === OLDER_RUN;
  return isRefusal ? new DatabaseUnusable(error.message) : error;
}

/**
 * Refuses another SECRET_KEY than the one of the first start: what one process encrypts or signs, the others could not
 * read. @throws DatabaseUnusable
 */
export async function refuseOtherKey(db: Db, secretKey: string): Promise<void> {
  await db.query('update installation set key_check = $1 where key_check is null', [checkOf(secretKey)]);
  await compareKey(db, secretKey);
}

/**
 * Refuses another SECRET_KEY, and writes nothing: a database without a first start takes every key.
 * @throws DatabaseUnusable
 */
export async function compareKey(db: Db, secretKey: string): Promise<void> {
  const { rows } = await db.query<{ same: boolean }>('select key_check = $1 as same from installation', [
    checkOf(secretKey),
  ]);
  if (rows[0]?.same === false)
    throw new DatabaseUnusable(
      'SECRET_KEY is not the key that this database is used with: set the same key for every process (docs/operations.md, "Two installations on one database")',
    );
}

/** Whether a database is used with this SECRET_KEY; false also before its first start. */
export async function isKeyOf(db: Db, secretKey: string): Promise<boolean> {
  const { rowCount } = await db.query('select from installation where key_check = $1', [checkOf(secretKey)]);
  return rowCount === 1;
}

export const setKey = (db: Db, secretKey: string) =>
  db.query('update installation set key_check = $1', [checkOf(secretKey)]);

/**
 * Takes the database for a command that no process of the product may run beside, until the connection ends.
 * @returns why it cannot be taken, or null
 */
export async function takeAlone(db: Db): Promise<string | null> {
  const { rows } = await db.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    STORE_IN_USE,
  ]);
  if (rows[0]?.taken === true) return null;
  return 'The product runs on this database: stop every process of it first';
}

const checkOf = (secretKey: string) =>
  createHmac('sha256', secretKey).update('installation').digest('base64url').slice(0, 22);

/**
 * Takes the locks of a running process on a connection, which holds them until it ends.
 * @param newest the number of its newest migration
 * @returns whether the database still follows this history of events; if not, the process may not run on
 */
export async function holdPlace(client: Client, historyId: string, newest: number): Promise<boolean> {
  await client.query('select pg_advisory_lock_shared($1), pg_advisory_lock_shared($2::int, $3::int)', [
    STORE_IN_USE,
    SCHEMA_IN_USE,
    newest,
  ]);
  const { rows } = await client.query<{ same: boolean }>('select id = $1 as same from followed_history', [
    historyId,
  ]);
  return rows[0]?.same === true;
}
