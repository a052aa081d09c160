import { createServer } from 'node:net';
import { Client, Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { mayBePoison } from '../failures/classify.ts';
import { listen } from '../net/listen.ts';
import { cuttableLine } from '../test/cuttable-line.ts';
import { testDatabase } from '../test/database.ts';
import { isOutage } from './outage.ts';

const db = await testDatabase();
const line = await cuttableLine(db.url, 'swallow me');
const pool = new Pool({ connectionString: line.url });
pool.on('error', () => {});
pool.on('connect', (client) => client.on('error', () => {}));
afterAll(async () => {
  await pool.end();
  line.close();
});

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => new Error('It succeeded'),
    (error: unknown) => error,
  );

/** A server that accepts connections and never answers. */
async function silentPort(): Promise<{ port: number; close: () => void }> {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  return { port: await listen(server), close: () => server.close() };
}

const outages: Record<string, () => Promise<unknown>> = {
  'a connection that is cut before the answer': () => {
    line.swallowAnswers(1);
    return errorOf(pool.query(`select 'swallow me'`));
  },
  'a connection that is cut between two queries': async () => {
    const client = await pool.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    line.swallowAnswers(0); // cuts every connection
    await ended;
    const error = await errorOf(client.query('select 1'));
    client.release(true);
    return error;
  },
  'a backend that an administrator ends': async () => {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const waiting = errorOf(client.query('select pg_sleep(600)'));
    await db.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    const error = await waiting;
    client.release(true);
    return error;
  },
  'a server that refuses connections': async () => {
    line.refuse();
    const error = await errorOf(pool.query('select 1'));
    line.heal();
    return error;
  },
  'a port where nothing listens': async () => {
    const { port, close } = await silentPort();
    close();
    return errorOf(new Client({ host: '127.0.0.1', port }).connect());
  },
  'a Unix socket that is gone': () => errorOf(new Client({ host: '/nowhere' }).connect()),
  'a server that does not answer in time': async () => {
    const { port, close } = await silentPort();
    const silent = new Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 });
    const error = await errorOf(silent.query('select 1'));
    close();
    return error;
  },
  'a statement that takes too long': () =>
    errorOf(db.pool.query(`set statement_timeout = 10; select pg_sleep(600)`)),
};

test.each(Object.entries(outages))('%s is an outage and not poison', async (_, provoke) => {
  const error = await provoke();
  expect({ outage: isOutage(error), poison: mayBePoison(error) }, String(error)).toEqual({
    outage: true,
    poison: false,
  });
});

test.each([
  ['a value that Postgres refuses', () => errorOf(db.pool.query(`select $1::text`, ['\0']))],
  ['a broken rule', () => errorOf(db.pool.query(`select 1/0`))],
  ['a fold that throws', () => Promise.resolve(new TypeError('x is not a function'))],
])('%s may be poison', async (_, provoke) => {
  const error = await provoke();
  expect({ outage: isOutage(error), poison: mayBePoison(error) }, String(error)).toEqual({
    outage: false,
    poison: true,
  });
});
