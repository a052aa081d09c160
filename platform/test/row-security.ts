import type { Pool } from 'pg';

/**
 * Removes row-level security from every table, whose owner (the product's role) then sees all rows. From then on only
 * the product's own queries separate tenants.
 */
export async function liftRowSecurity(owner: Pool): Promise<void> {
  const { rows } = await owner.query<{ table: string }>(
    'select oid::regclass::text as table from pg_class where relforcerowsecurity',
  );
  if (rows.length === 0) throw new Error('No table has row-level security');
  for (const { table } of rows) await owner.query(`alter table ${table} no force row level security`);
}
