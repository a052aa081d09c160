import type { Pool } from 'pg';
import type { Db } from '../postgres/transaction.ts';

/** Rows and checkpoint are lost or kept together, so a batch need not wait for the disk; it sees all tenants. */
const settings = `set synchronous_commit = off; set app.tenant = '*'`;

/**
 * Lends a connection for as long as work takes, and closes it afterwards: locks and settings go with it. `lost` aborts when
 * the connection ends by itself.
 */
export async function withConnection<T>(
  pool: Pool,
  work: (client: Db, lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const lost = new AbortController();
  const onLost = () => lost.abort();
  client.on('error', onLost).on('end', onLost);
  try {
    await client.query(settings);
    return await work(client, lost.signal);
  } finally {
    client.off('end', onLost);
    client.release(true);
  }
}
