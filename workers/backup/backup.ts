import { randomUUID } from 'node:crypto';
import { refuseOtherHistory } from '@crm/platform/event-store/adopt-history.ts';
import { HISTORY_STREAM } from '@crm/platform/event-store/history.ts';
import { compareKey } from '@crm/platform/postgres/installation.ts';
import { migrationNames } from '@crm/platform/postgres/migrate.ts';
import { refuseUnfinishedRestore } from '@crm/platform/postgres/unfinished-restore.ts';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { onConnection } from './connection.ts';
import { FORMAT_VERSION, type Header, type Manifest } from './file/contents.ts';
import { BackupFailed } from './file/failure.ts';
import { writeBackup } from './file/write.ts';
import { copyOut, foreignTablesOf, quoted, sequencesOf, tablesOf } from './tables.ts';

export type BackupReport = {
  header: Header;
  manifest: Manifest;
  bytes: number;
  /** Names of tables that are not the product's. */
  leftOut: string[];
};

/** All tenants, no limits of time, and values printed in the same way by every server. */
const SAME_FORMAT = `set app.tenant = '*'; set timezone = 'UTC'; set datestyle = 'ISO'; set extra_float_digits = 1;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/**
 * Backs up the database of the product to a file, at one moment and beside the running product: all rows are read in one
 * read-only transaction, which sees what was committed when it began. Changes nothing in the database, also when it was
 * written by an earlier version of this program.
 *
 * @throws BackupFailed, DatabaseUnusable
 */
export async function backUp(
  url: string,
  file: string,
  { secretKey, program, signal }: { secretKey: string; program: string; signal: AbortSignal },
): Promise<BackupReport> {
  return onConnection(url, 'crm backup', async (db) => {
    await db.query(SAME_FORMAT);
    await refuseUnfinishedRestore(db);
    await refuseEmpty(db);
    await refuseNewer(db);
    await refuseOtherKey(db, secretKey);
    await beginOnAllTables(db);
    await refuseEventsOfOtherStore(db);
    const header = await headerOf(db, program);
    const written = await writeBackup(file, { secretKey, signal, header }, (table) =>
      db.query(copyTo(copyOut(db, table))),
    );
    const leftOut = await foreignTablesOf(db);
    await db.query('rollback');
    return { header, ...written, leftOut };
  });
}

async function refuseEmpty(db: Client): Promise<void> {
  const { rows } = await db.query<{ there: boolean }>(
    `select to_regclass('public.migrations') is not null and to_regclass('event_store.events') is not null as there`,
  );
  if (!rows[0]?.there)
    throw new BackupFailed('There is nothing to back up: no product was started on this database');
}

/** Tables that only a newer program knows would be taken for tables of others, and left out. */
async function refuseNewer(db: Client): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    'select name from public.migrations where name <> all($1) order by name limit 1',
    [migrationNames()],
  );
  const [newer] = rows;
  if (newer)
    throw new BackupFailed(
      `The database was changed by a newer version of this program (it has ${newer.name}): back it up with that version`,
    );
}

/**
 * The backup is encrypted under this key: under another one than the product's, what is in it could not be read. Earlier
 * versions did not note their key. @throws DatabaseUnusable
 */
async function refuseOtherKey(db: Client, secretKey: string): Promise<void> {
  const { rowCount } = await db.query(
    `select from pg_attribute where attrelid = to_regclass('public.installation') and attname = 'key_check'`,
  );
  if (rowCount) await compareKey(db, secretKey);
}

/**
 * Begins the transaction. The tables are locked before its moment is fixed: a migration that rewrote one of them in between
 * would make it appear empty. Only migrations wait for these locks, until the backup has ended.
 */
async function beginOnAllTables(db: Client): Promise<void> {
  const tables = await tablesOf(db);
  const names = tables.map((table) => quoted(db, table)).join(', ');
  await db.query('begin isolation level repeatable read read only');
  await db.query(`lock table ${names}, public.migrations in access share mode`);
  const locked = await tablesOf(db);
  if (JSON.stringify(locked) === JSON.stringify(tables)) return;
  await db.query('rollback'); // a migration was first
  return beginOnAllTables(db);
}

/** A database that was moved to EventStoreDB still has its old events. @throws DatabaseUnusable */
async function refuseEventsOfOtherStore(db: Client): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `select data ->> 'id' as id from event_store.events where stream = $1 and revision = 0`,
    [HISTORY_STREAM],
  );
  await refuseOtherHistory(db, rows[0]?.id);
}

async function headerOf(db: Client, program: string): Promise<Header> {
  const { rows } = await db.query<Pick<Header, 'postgres' | 'position' | 'takenAt'>>(
    `select current_setting('server_version') as postgres,
       coalesce((select max(position) from event_store.events), 0)::text as position,
       to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt"`,
  );
  const [moment] = rows;
  if (!moment) throw new Error('A query without a table always has a row');
  const { rows: migrations } = await db.query<{ name: string }>(
    'select name from public.migrations order by id',
  );
  const { rows: used } = await db.query<{ types: Record<string, number> | null }>(
    `select data -> 'types' as types from event_store.events where stream = $1 order by revision`,
    [HISTORY_STREAM],
  );
  return {
    format: 'crm-backup',
    version: FORMAT_VERSION,
    id: randomUUID(),
    program,
    ...moment,
    migrations: migrations.map(({ name }) => name),
    eventTypes: Object.assign({}, ...used.map(({ types }) => types ?? {})),
    tables: await tablesOf(db),
    sequences: await sequencesOf(db),
  };
}
