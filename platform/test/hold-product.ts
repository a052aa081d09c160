import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export type HeldProduct = {
  /**
   * Lets the product run in small steps until a state is reached, and holds it there.
   * @param reached checks the state between the steps, while writes are blocked
   */
  until: (reached: (client: Client) => Promise<boolean>) => Promise<void>;
};

/**
 * Holds a product from now on: every write to the table waits. So a test can kill it in a state that passes by, at any speed of
 * the machine. Call it before the product begins, otherwise it may have ended: before the call that starts the work, or beside
 * a start of the product, whose Postgres answers before it works. It need not be released: the product is killed.
 *
 * @param url the database of the product
 * @param table a table that the product writes to as it progresses
 * @param since waits for a Postgres that was started later: a killed product leaves its own behind
 */
export async function holdProduct(
  url: string,
  table: 'event_store.events' | 'batch_runs',
  since = new Date(0),
): Promise<HeldProduct> {
  const client = await connected(url, since);
  // Postgres grants locks in order: writes that waited for this lock proceed, and later writes wait. One message releases it
  // and asks for it again: however slow this process is, the product does not go on without it.
  const step = () => client.query(`rollback; begin; lock table ${table} in share mode`);
  await step();
  return {
    async until(reached) {
      while (!(await reached(client))) await step();
    },
  };
}

/** Connects as soon as a Postgres answers that was started after a time. */
async function connected(url: string, since: Date): Promise<Client> {
  for (;;) {
    const client = new Client({ connectionString: url, options: '-c app.tenant=*' });
    client.on('error', () => {}); // Postgres goes down with the product
    try {
      await client.connect();
      const { rowCount } = await client.query('select where pg_postmaster_start_time() > $1', [since]);
      if (rowCount === 1) return client;
    } catch {
      // It is being stopped or started.
    }
    await client.end();
    await sleep(10);
  }
}
