import type { Pool } from 'pg';
import { type Db, inTransaction } from '../../postgres/transaction.ts';
import type { Import } from './write.ts';

/** Removes an import of which no event is written yet. Nothing changes if its writing has begun. */
export const dropStaged = (pool: Pool, id: string): Promise<void> => drop(pool, id, ['staging', 'staged']);

/** Removes what was staged of an import that is written completely. */
export const dropWritten = (pool: Pool, id: string): Promise<void> => drop(pool, id, ['written']);

/** The row is deleted first: its lock keeps an import from being written while its events are deleted. */
function drop(pool: Pool, id: string, states: readonly Import['state'][]): Promise<void> {
  return inTransaction(pool, async (db) => {
    const { rowCount } = await db.query('delete from event_store.imports where id = $1 and state = any($2)', [
      id,
      states,
    ]);
    if (rowCount === 1) await dropRows(db, id);
  });
}

/** Deletes what was staged of an import, in the caller's transaction. */
export async function dropRows(db: Db, id: string): Promise<void> {
  for (const table of ['import_events', 'import_streams', 'import_keys', 'import_names'])
    await db.query(`delete from event_store.${table} where import = $1`, [id]);
}

/** Removes archives that were checked and not imported within these hours. */
export async function sweepStaged(pool: Pool, hours: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from event_store.imports
      where state in ('staging', 'staged') and started_at < now() - make_interval(hours => $1)`,
    [hours],
  );
  for (const { id } of rows) await dropStaged(pool, id);
}
