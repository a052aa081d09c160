import type { Pool } from 'pg';

/** A paused batch that no process works on any more is not in use: it begins with what is there when it is resumed. */
const IN_USE = `not (wanted = 'pause' and (lease is null or leased_until < now()))`;

/** Whether a batch runs or is about to run. By the primary key. */
export async function isInUse(pool: Pool, tenant: string, id: string): Promise<boolean> {
  const { rows } = await pool.query(`select from batch_runs where tenant = $1 and id = $2 and ${IN_USE}`, [
    tenant,
    id,
  ]);
  return rows.length > 0;
}

/** Whether a batch of one of these kinds runs or is about to run. The table is small: a finished run is deleted. */
export async function isAnyInUse(pool: Pool, tenant: string, kinds: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query(
    `select from batch_runs where tenant = $1 and kind = any($2) and ${IN_USE} limit 1`,
    [tenant, kinds],
  );
  return rows.length > 0;
}
