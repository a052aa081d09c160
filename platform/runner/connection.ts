import type { Pool } from 'pg';
import type { Db } from '../postgres/transaction.ts';

/** A batch need not wait for the disk, because rows and checkpoint are lost or kept together. It sees all tenants. */
const settings = `set synchronous_commit = off; set app.tenant = '*'`;

/** Ends what work may leave on a connection. A start uses two connections for all read models, not two for each. */
const afterwards = 'select pg_advisory_unlock_all(); reset all';

/**
 * Lends a connection for as long as work takes. It is returned without locks and settings, or closed when the work
 * fails, which ends them too.
 */
export async function withConnection<T>(pool: Pool, work: (client: Db) => Promise<T>): Promise<T> {
  return borrowConnection(pool, async (client) => {
    await client.query(settings);
    const result = await work(client);
    await client.query(afterwards);
    return result;
  });
}

/** Lends a connection of the pool for one batch. The connection is returned, or closed when the work fails. */
export async function borrowConnection<T>(pool: Pool, work: (client: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const ignore = () => {}; // the next query throws
  client.on('error', ignore);
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    client.off('error', ignore);
    client.release(failed);
  }
}
