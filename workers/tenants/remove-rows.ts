import type { TenantId } from '@crm/events/ids.ts';
import { pageRangesOf } from '@crm/platform/postgres/page-ranges.ts';
import { deleteInPortions } from '@crm/platform/postgres/sweep.ts';
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

type Removal = {
  signal: AbortSignal;
  /** Fewer rows per statement than a sweep deletes, for tests. */
  atOnce?: number;
};

/**
 * Deletes a tenant's rows from every other table with a tenant, so that no new table can be forgotten. Row-level security
 * is a second check that no other tenant's row is deleted. An interrupted removal is continued by the next one.
 *
 * @returns the number of deleted rows
 */
export async function removeRows(pool: Pool, tenant: TenantId, removal: Removal): Promise<number> {
  let removed = 0;
  for (const { name, isIndexed } of await tablesOfTenants(pool)) {
    if (KEPT.has(name.replace(/_g\d+$/, ''))) continue;
    const table = escapeIdentifier(name);
    removed += isIndexed
      ? await removeByIndex(pool, tenant, table, removal)
      : await removeInOnePass(pool, tenant, table, removal);
    removal.signal.throwIfAborted();
  }
  return removed;
}

function removeByIndex(pool: Pool, tenant: TenantId, table: string, removal: Removal): Promise<number> {
  const deletePortion = (limit: number) =>
    keepAsTenant(pool, tenant, async (db) => {
      // Each portion of a large tenant would otherwise be looked for from the beginning of the table, past the deleted rows.
      await db.query('set local enable_seqscan = off');
      const { rowCount } = await db.query(
        `delete from ${table} where tenant = $1
            and ctid = any(array(select ctid from ${table} where tenant = $1 limit $2))`,
        [tenant, limit],
      );
      return rowCount ?? 0;
    });
  return deleteInPortions(deletePortion, removal);
}

/** For tables whose rows are found by another column, such as the postback of a delivery: their writes pay for no index. */
async function removeInOnePass(
  pool: Pool,
  tenant: TenantId,
  table: string,
  { signal }: Removal,
): Promise<number> {
  let removed = 0;
  for await (const { from, before } of pageRangesOf(pool, table)) {
    signal.throwIfAborted();
    removed += await keepAsTenant(pool, tenant, async (db) => {
      const { rowCount } = await db.query(
        `delete from ${table} where tenant = $1 and ctid >= $2 and ctid < $3`,
        [tenant, from, before],
      );
      return rowCount ?? 0;
    });
  }
  return removed;
}

type TableOfTenants = {
  name: string;
  /** Whether a B-tree index of all rows begins with the tenant. */
  isIndexed: boolean;
};

async function tablesOfTenants(pool: Pool): Promise<TableOfTenants[]> {
  const { rows } = await pool.query<TableOfTenants>(
    `select c.relname as name, exists (
              select from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
               where i.indrelid = c.oid and i.indkey[0] = a.attnum and i.indpred is null and i.indisvalid
                 and m.amname = 'btree'
            ) as "isIndexed"
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and a.attname = 'tenant' and a.atttypid = 'uuid'::regtype and not a.attisdropped
      order by c.relname`,
  );
  return rows;
}
