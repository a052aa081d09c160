import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

const TABLE = `create table if not exists bench_floor (
  position bigint generated always as identity primary key, id uuid not null, data json not null)`;

/** 300 bytes, like an event of an ordinary lead. */
const event = JSON.stringify({ note: 'x'.repeat(289) });

/**
 * One-row INSERTs in autocommit, on the product's own Postgres with its usual durability: rows per second.
 */
export async function oneRowInserts(url: string, connections: number, ms: number): Promise<number> {
  return timed(url, connections, ms, async (client) => {
    await client.query({
      name: 'one',
      text: 'insert into bench_floor (id, data) values ($1, $2)',
      values: [randomUUID(), event],
    });
    return 1;
  });
}

/** INSERTs of 500 rows by unnest on one connection: rows per second. */
export async function unnestInserts(url: string, ms: number): Promise<number> {
  return timed(url, 1, ms, async (client) => {
    const ids = Array.from({ length: 500 }, () => randomUUID());
    await client.query({
      name: 'many',
      text: 'insert into bench_floor (id, data) select * from unnest($1::uuid[], $2::json[])',
      values: [ids, ids.map(() => event)],
    });
    return ids.length;
  });
}

async function timed(
  url: string,
  connections: number,
  ms: number,
  insert: (client: Client) => Promise<number>,
): Promise<number> {
  const clients = Array.from({ length: connections }, () => new Client(url));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query(TABLE);
  let rows = 0;
  const started = performance.now();
  const until = started + ms;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        // In two steps: `rows += await …` would add to the value from before the wait.
        const inserted = await insert(client);
        rows += inserted;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await clients[0]?.query('drop table bench_floor');
  await Promise.all(clients.map((client) => client.end()));
  return rows / seconds;
}
