import type { Pool } from 'pg';

/**
 * Deletes the reservations of Idempotency-Keys that are older than `days`, at most `limit`. Events stay, so the same
 * request under an old key still finds what it made; another request under that key is a new one.
 * @returns how many were deleted
 */
export async function sweepCommandKeys(pool: Pool, days: number, limit: number): Promise<number> {
  // Index reservations_command_age, whose predicate is repeated here.
  const { rowCount } = await pool.query(
    `delete from event_store.reservations where name in (
       select name from event_store.reservations
        where name >= 'command:' and name < 'command;' and at < now() - make_interval(days => $1)
        order by at limit $2)`,
    [days, limit],
  );
  return rowCount ?? 0;
}
