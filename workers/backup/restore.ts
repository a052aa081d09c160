import { knownVersions } from '@crm/events/versions.ts';
import { migrateJobs } from '@crm/platform/jobs/migrate-jobs.ts';
import { migrationNames, runMigrations, tryToLockMigrations } from '@crm/platform/postgres/migrate.ts';
import { refuseMissingRights, refuseUnboundRole } from '@crm/platform/postgres/role.ts';
import { UNFINISHED_RESTORE } from '@crm/platform/postgres/unfinished-restore.ts';
import type { Client } from 'pg';
import { holdRestored } from '../postbacks/hold-restored.ts';
import { onConnection } from './connection.ts';
import type { Header, Manifest } from './file/contents.ts';
import { BackupFailed } from './file/failure.ts';
import { readBackup } from './file/read.ts';
import { fillTables } from './fill-tables.ts';
import { type Place, placeFor } from './place.ts';

export type Checked = { header: Header; manifest: Manifest };
export type RestoreReport = Checked & {
  /** Number of postbacks that waited in the backup, and are failed now. */
  held: number;
  /** Names of columns that are not the product's. */
  leftOut: string[];
};

/**
 * Reads a backup to its end, and compares it with its manifest and with this program.
 * @throws BackupFailed if it is damaged, or was written by a newer version
 */
export async function checkBackup(file: string, secretKey: string, signal: AbortSignal): Promise<Checked> {
  let header: Header | null = null;
  let manifest: Manifest | null = null;
  for await (const entry of readBackup(file, secretKey)) {
    signal.throwIfAborted();
    if (entry.kind === 'header') {
      header = entry.header;
      refuseNewer(header);
    } else if (entry.kind === 'end') manifest = entry.manifest;
  }
  if (header && manifest) return { header, manifest };
  throw new Error('A backup that was read has its end');
}

function refuseNewer({ migrations, eventTypes }: Header): void {
  const own = migrationNames();
  const unknown =
    migrations.find((name) => !own.includes(name)) ??
    Object.keys(eventTypes).find((type) => (knownVersions[type] ?? 0) < (eventTypes[type] ?? 0));
  if (unknown !== undefined) {
    throw new BackupFailed(
      `The backup was written by a newer version of this program (it has ${unknown}): restore it with that version`,
    );
  }
  if (migrations.some((name, n) => name !== own[n])) {
    throw new BackupFailed(
      'The backup was written by a version between two releases, whose database this version cannot take over',
    );
  }
}

/**
 * Restores a checked backup into an empty database. All rows are written in one transaction. When it is killed at any
 * point, no product starts on the database, and another run with the same file continues.
 *
 * @throws BackupFailed if the database is not empty; DatabaseUnusable
 */
export async function restore(
  url: string,
  file: string,
  { secretKey, signal, checked }: { secretKey: string; signal: AbortSignal; checked: Checked },
): Promise<RestoreReport> {
  return onConnection(url, 'crm restore', async (db) => {
    await db.query(
      `set app.tenant = '*'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    );
    await refuseUnboundRole(db);
    await refuseMissingRights(db);
    if (!(await tryToLockMigrations(db)))
      throw new BackupFailed(
        'Another process starts or restores on this database: try again when it has ended',
      );
    const place = await placeFor(db, checked.header);
    const leftOut = await continueFrom(place, db, { url, file, secretKey, signal, header: checked.header });
    const held = await complete(db, url);
    return { ...checked, held, leftOut };
  });
}

type Work = { url: string; file: string; secretKey: string; signal: AbortSignal; header: Header };

/** @returns the names of columns that were left out; none if an earlier run has filled the tables */
async function continueFrom(place: Place, db: Client, work: Work): Promise<string[]> {
  switch (place.kind) {
    case 'empty':
      await db.query(
        `create table ${UNFINISHED_RESTORE} as select ${db.escapeLiteral(work.header.id)}::uuid as backup, false as filled`,
      );
      return fill(db, 0, work);
    case 'begun':
      return fill(db, place.migrations, work);
    case 'filled':
      return [];
    default:
      return place satisfies never;
  }
}

/**
 * Creates the tables as they were in the backup, and fills them in one transaction.
 * @returns the names of columns that were left out
 */
async function fill(
  db: Client,
  migrated: number,
  { url, file, secretKey, signal, header }: Work,
): Promise<string[]> {
  const missing = header.migrations.length - migrated;
  if (missing > 0) await runMigrations(db, missing);
  await migrateJobs(url);
  // Ending the connection rolls back: after an error it may be in the middle of a COPY, where no statement is possible.
  await db.query('begin');
  const leftOut = await fillTables(db, header, readBackup(file, secretKey), signal);
  await db.query(`update ${UNFINISHED_RESTORE} set filled = true`);
  await db.query('commit');
  return leftOut;
}

/**
 * Brings the restored tables to the version of this program. Releases jobs that a process had locked, and ends waiting
 * postbacks as failed. Batches continue when their leases end.
 *
 * @returns the number of these postbacks
 */
async function complete(db: Client, url: string): Promise<number> {
  await runMigrations(db);
  await migrateJobs(url);
  await db.query('begin');
  const held = await holdRestored(db);
  await db.query(
    `select graphile_worker.force_unlock_workers(
       array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`,
  );
  await db.query(`drop table ${UNFINISHED_RESTORE}`);
  await db.query('commit');
  await db.query('analyze');
  return held;
}
