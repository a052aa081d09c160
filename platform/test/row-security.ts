import type { Pool } from 'pg';

/**
 * Takes row-level security away from every table: their owner, as who the product connects, sees all rows from now on.
 * What keeps tenants apart after that are the product's own queries.
 */
export async function liftRowSecurity(owner: Pool): Promise<void> {
  const { rows } = await owner.query<{ table: string }>(
    'select oid::regclass::text as table from pg_class where relforcerowsecurity',
  );
  if (rows.length === 0) throw new Error('No table has row-level security');
  for (const { table } of rows) await owner.query(`alter table ${table} no force row level security`);
}
