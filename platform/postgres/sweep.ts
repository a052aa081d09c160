import type { Pool } from 'pg';

/** Maximum number of rows per statement, so that no append or batch waits long for its locks. */
const AT_ONCE = 10_000;

/** Deletes rows that are not needed any more, until none is left or the signal aborts. */
export type Sweep = (pool: Pool, signal: AbortSignal) => Promise<unknown>;

/**
 * Deletes rows in portions. Each is a statement of its own: it stays below the time limit of its connection, and what it has
 * deleted stays deleted when a later one fails.
 * @param deletePortion deletes at most `limit` rows and returns their number; when it deletes fewer, none is left
 * @returns the number of deleted rows
 */
export async function deleteInPortions(
  deletePortion: (limit: number) => Promise<number>,
  { signal, atOnce = AT_ONCE }: { signal: AbortSignal; atOnce?: number | undefined },
): Promise<number> {
  let total = 0;
  for (let deleted = atOnce; deleted >= atOnce && !signal.aborted; total += deleted)
    deleted = await deletePortion(atOnce);
  return total;
}

/**
 * A sweep by one statement.
 * @param statement deletes at most $1 rows
 * @param atOnce less than the default for rows with large values
 */
export const sweepBy =
  (statement: string, atOnce?: number): Sweep =>
  (pool, signal) =>
    deleteInPortions(async (limit) => (await pool.query(statement, [limit])).rowCount ?? 0, {
      signal,
      atOnce,
    });

/** Runs sweeps one after another, also after a failed one. @throws at the end if any failed */
export async function sweepAll(sweeps: readonly Sweep[], pool: Pool, signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (const sweep of sweeps) await sweep(pool, signal).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
}
