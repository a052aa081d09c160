import { Client } from 'pg';

export type PausedProduct = {
  /** Lets the product continue; not needed after it was killed. */
  release: () => Promise<void>;
};

/**
 * Lets a product run in small steps until a state is reached, and holds it there: every write to the table waits. So a
 * test can kill the product in that state, at any speed of the machine.
 *
 * @param url the database of the product
 * @param table a table that the product writes to as it progresses
 * @param reached checks the state between the steps, while writes are blocked
 */
export async function pauseProductAt(
  url: string,
  table: 'event_store.events' | 'batch_runs',
  reached: (client: Client) => Promise<boolean>,
): Promise<PausedProduct> {
  const client = new Client({ connectionString: url, options: '-c app.tenant=*' });
  client.on('error', () => {}); // Postgres goes down with the product
  await client.connect();
  for (;;) {
    // Postgres grants locks in order: writes that waited for this lock proceed, and later writes wait. One message releases it
    // and asks for it again: however slow this process is, the product does not go on without it.
    await client.query(`rollback; begin; lock table ${table} in share mode`);
    if (await reached(client)) return { release: () => client.end() };
  }
}
