import type { TenantId } from '@crm/events/ids.ts';
import { keepAsTenant } from '@crm/platform/postgres/transaction.ts';
import { tablesOfErasedTenants } from '@crm/projections/tenants/erased-tables.ts';
import { escapeIdentifier, type Pool } from 'pg';

/**
 * Tables whose rows stay: the history and its hash chain, the accounts of the installation, and the read models that say so
 * (projections/projection.ts), named without their generation.
 */
const KEPT = new Set([
  'events',
  'audit_chain',
  'audit_chain_progress',
  'audit_checkpoints',
  'tenant_changes',
  'erased_tenants',
  'test_orders',
  'test_payments',
  ...tablesOfErasedTenants,
]);

/** Maximum number of rows per statement, so that nothing waits long for its locks. An interrupted removal is continued. */
const AT_ONCE = 10_000;

/**
 * Deletes a tenant's rows from every other table with a tenant, so that no new table can be forgotten. Row-level security
 * is a second check that no other tenant's row is deleted.
 *
 * @returns the number of deleted rows
 */
export async function removeRows(pool: Pool, tenant: TenantId, atOnce = AT_ONCE): Promise<number> {
  let removed = 0;
  for (const table of await tablesOfTenants(pool)) {
    if (KEPT.has(table.replace(/_g\d+$/, ''))) continue;
    for (let deleted = atOnce; deleted === atOnce; removed += deleted)
      deleted = await removePortion(pool, tenant, table, atOnce);
  }
  return removed;
}

function removePortion(pool: Pool, tenant: TenantId, table: string, atOnce: number): Promise<number> {
  const name = escapeIdentifier(table);
  return keepAsTenant(pool, tenant, async (db) => {
    const { rowCount } = await db.query(
      `delete from ${name} where tenant = $1
          and ctid = any(array(select ctid from ${name} where tenant = $1 limit $2))`,
      [tenant, atOnce],
    );
    return rowCount ?? 0;
  });
}

async function tablesOfTenants(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
        and a.attname = 'tenant' and a.atttypid = 'uuid'::regtype and not a.attisdropped
      order by c.relname`,
  );
  return rows.map(({ name }) => name);
}
