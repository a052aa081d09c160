import { Client } from 'pg';

export type StandingStill = {
  /** Lets the product go on; not needed after it was killed. */
  release: () => Promise<void>;
};

/**
 * Lets a product go on in small steps until a state, and leaves it there: every statement that writes to the table
 * waits. So a test can kill the product in that state, however fast the machine is.
 *
 * @param url the database of the product
 * @param table what the product writes to as it goes on
 * @param reached asked between the steps, while nothing moves
 */
export async function standStillAt(
  url: string,
  table: 'event_store.events' | 'batch_runs',
  reached: (client: Client) => Promise<boolean>,
): Promise<StandingStill> {
  const client = new Client({ connectionString: url, options: '-c app.tenant=*' });
  client.on('error', () => {}); // Postgres goes down with the product
  await client.connect();
  for (;;) {
    // Locks are given in turn: what waited for this one gets through, and what comes after it waits.
    await client.query(`begin; lock table ${table} in share mode`);
    if (await reached(client)) return { release: () => client.end() };
    await client.query('rollback');
  }
}
