import type { Pool } from 'pg';

/**
 * Deletes reservations of Idempotency-Keys that are older than `days`, at most `limit`. Events stay: a repeated request
 * with an old key still finds its result; a different request with that key counts as new.
 * @returns the number of deleted reservations
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
