import type { Pool } from 'pg';

/**
 * Deletes reservations of names in a range that no stream needs any more, at most `limit`. By the primary key, which
 * orders names by their bytes.
 * @param from the first name
 * @param before the first name after the range
 * @returns the number of deleted reservations
 */
export async function sweepNames(
  pool: Pool,
  { from, before }: { from: string; before: string },
  limit: number,
): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from event_store.reservations where name in (
       select name from event_store.reservations where name >= $1 and name < $2 order by name limit $3)`,
    [from, before, limit],
  );
  return rowCount ?? 0;
}
