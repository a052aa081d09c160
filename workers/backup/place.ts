import { UNFINISHED_RESTORE } from '@crm/platform/postgres/unfinished-restore.ts';
import type { Client } from 'pg';
import type { Header } from './file/contents.ts';
import { BackupFailed } from './file/failure.ts';

/** The state of a database that a backup may be restored into. */
export type Place =
  | { kind: 'empty' }
  /** An earlier run of the same restore was killed before its rows were committed; `migrations` had run. */
  | { kind: 'begun'; migrations: number }
  /** An earlier run was killed after that. */
  | { kind: 'filled' };

/** @throws BackupFailed if the database has other content */
export async function placeFor(db: Client, backup: Header): Promise<Place> {
  const { rows } = await db.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^(pg_|information_schema$)' and c.relkind in ('r', 'p', 'v', 'm')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  if (rows.length === 0) return { kind: 'empty' };
  if (rows.every(({ name }) => name !== UNFINISHED_RESTORE)) {
    throw new BackupFailed(
      `The database ${db.database} is not empty (it has ${rows[0]?.name}): restore into a new DATA_DIR, or a new database`,
    );
  }
  const { rows: begun } = await db.query<{ backup: string; filled: boolean }>(
    `select backup, filled from ${UNFINISHED_RESTORE}`,
  );
  const [marker] = begun;
  if (marker?.backup !== backup.id)
    throw new BackupFailed(
      'The restore of another backup into this database has not ended: run it with that file again, or use an empty database',
    );
  if (marker.filled) return { kind: 'filled' };
  const hasRun = rows.some(({ name }) => name === 'public.migrations');
  if (!hasRun) return { kind: 'begun', migrations: 0 };
  const { rows: ran } = await db.query<{ name: string }>('select name from public.migrations order by id');
  if (ran.some(({ name }, n) => name !== backup.migrations[n]))
    throw new BackupFailed('Another version of this program began to restore here: use an empty database');
  return { kind: 'begun', migrations: ran.length };
}
