import type { Pool } from 'pg';
import type { Db } from '../postgres/transaction.ts';

/** A batch need not wait for the disk, because rows and checkpoint are lost or kept together. It sees all tenants. */
const settings = `set synchronous_commit = off; set app.tenant = '*'`;

/** Lends a connection for as long as work takes, and closes it afterwards, which ends its locks and settings. */
export async function withConnection<T>(pool: Pool, work: (client: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on('error', () => {}); // the next query throws
  try {
    await client.query(settings);
    return await work(client);
  } finally {
    client.release(true);
  }
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
