import type { ClientBase } from 'pg';
import { DatabaseUnusable } from './unusable.ts';

/**
 * The table that exists while a backup is being restored into a database (workers/backup/restore.ts). It is created before the
 * first table of the product and dropped when the last step is committed.
 */
export const UNFINISHED_RESTORE = 'public.unfinished_restore';

/** Refuses a database into which a backup is being restored, or whose restore was killed. @throws DatabaseUnusable */
export async function refuseUnfinishedRestore(db: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await db.query<{ unfinished: boolean }>(
    `select to_regclass('${UNFINISHED_RESTORE}') is not null as unfinished`,
  );
  if (rows[0]?.unfinished) {
    throw new DatabaseUnusable(
      'The restore of a backup into this database has not ended: run `npm run restore` with the same file again',
    );
  }
}
