import type { TenantId } from '@crm/events/ids.ts';
import { type ClientBase, escapeLiteral, type Pool, type PoolClient } from 'pg';

/** What work inside a transaction may do with its connection. */
export type Db = Pick<ClientBase, 'query'>;

/** Runs work in one transaction: committed when it returns, rolled back when it throws. */
export function inTransaction<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  return transaction(pool, 'begin', work);
}

/**
 * Runs reads that see one tenant's rows and one moment's state, so that a list and its total agree. On the pipelined
 * queries pool it costs two round trips around any one query: the opening goes out together with it.
 */
export function asTenant<T>(pool: Pool, tenant: TenantId | '*', read: (db: Db) => Promise<T>): Promise<T> {
  return transaction(pool, `begin isolation level repeatable read, read only; ${setTenant(tenant)}`, read);
}

/** The same for a read that keeps what it found, in rows of that tenant. */
export function keepAsTenant<T>(
  pool: Pool,
  tenant: TenantId | '*',
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return transaction(pool, `begin isolation level repeatable read; ${setTenant(tenant)}`, work);
}

const setTenant = (tenant: string) => `select set_config('app.tenant', ${escapeLiteral(tenant)}, true)`;

async function transaction<T>(pool: Pool, opening: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await opened(client, opening, work);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    client.release(broken);
    throw error;
  }
}

async function opened<T>(client: PoolClient, opening: string, work: (db: Db) => Promise<T>): Promise<T> {
  if (!client.pipeline) {
    await client.query(opening);
    return work(client);
  }
  // Both are waited for whatever happens, so that nothing is still on its way when the connection is handed back.
  const [begun, done] = await Promise.allSettled([client.query(opening), work(client)]);
  if (begun.status === 'rejected') throw begun.reason;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
