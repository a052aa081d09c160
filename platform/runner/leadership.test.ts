import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { openLog } from '../log/log.ts';
import { testDatabase } from '../test/database.ts';
import { STATE_MS } from '../test/patience.ts';
import { type LeaderLock, openLeadership } from './leadership.ts';
import { createProgress } from './progress.ts';
import { runAsLeader } from './run-as-leader.ts';

const db = await testDatabase();
const consumers = ['users', 'offers', 'leads'];
const openProcess = () => openLeadership(db.url, openLog('silent'), STATE_MS);

/** Tries all consumers concurrently, as a process does. */
const tryAll = (process: ReturnType<typeof openProcess>) =>
  Promise.all(consumers.map((each) => process.tryToLead(each)));

const leaveAll = (process: ReturnType<typeof openProcess>) =>
  Promise.all(consumers.map((each) => process.leave(each)));

/** The Postgres backends of all leadership connections. */
async function connections(): Promise<number[]> {
  const { rows } = await db.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'crm leadership'`,
  );
  return rows.map(({ pid }) => pid);
}

function ledAll(locks: readonly (LeaderLock | null)[]): LeaderLock[] {
  const held = locks.flatMap((each) => each ?? []);
  expect(held).toHaveLength(consumers.length);
  return held;
}

test('one connection leads all consumers of a process, and closes with the last consumer', async () => {
  const process = openProcess();
  ledAll(await tryAll(process));
  expect(await connections()).toHaveLength(1);
  await process.leave('users');
  expect(await connections()).toHaveLength(1);
  await leaveAll(process);
  await expect.poll(connections).toEqual([]);
});

test('another process can lead a consumer that the first gives up; the other consumers stay', async () => {
  const [first, second] = [openProcess(), openProcess()];
  const [users] = ledAll(await tryAll(first));
  expect(await tryAll(second)).toEqual([null, null, null]);
  await users?.giveUp();
  expect(await second.tryToLead('users')).not.toBeNull();
  expect(await first.tryToLead('users')).toBeNull();
  expect(await second.tryToLead('offers')).toBeNull();
  await Promise.all([leaveAll(first), leaveAll(second)]);
});

test('all consumers of a process that does not lead try at the same time, in one statement', async () => {
  const [first, second] = [openProcess(), openProcess()];
  ledAll(await tryAll(first));
  const sent = vi.spyOn(Client.prototype, 'query');
  const stop = new AbortController();
  const options = {
    pool: db.pool,
    log: openLog('silent'),
    progress: createProgress(db.pool),
    signal: stop.signal,
  };
  const running = consumers.map((name) =>
    runAsLeader({ name, version: 1 }, { ...options, leadership: second }, async () => {}),
  );
  const together = expect.objectContaining({ values: [consumers] });
  const times = () => sent.mock.calls.filter(([query]) => together.asymmetricMatch(query)).length;
  await expect.poll(times).toBeGreaterThan(2);
  stop.abort();
  await Promise.all(running);
  await leaveAll(first);
});

test('a lost connection ends the leadership of every consumer, and another process takes over all of them', async () => {
  const [first, second] = [openProcess(), openProcess()];
  const leads = ledAll(await tryAll(first));
  await expect.poll(connections).toHaveLength(1); // those of the tests before have ended
  await db.pool.query('select pg_terminate_backend($1, 60000)', await connections());
  await expect.poll(() => leads.map(({ lost }) => lost.aborted)).toEqual([true, true, true]);
  for (const { giveUp } of leads) await giveUp();
  ledAll(await tryAll(second));
  expect(await tryAll(first)).toEqual([null, null, null]); // over a new connection
  await Promise.all([leaveAll(first), leaveAll(second)]);
});

test('refuses a second consumer of the same name in a process, because both would lead', async () => {
  const process = openProcess();
  await process.tryToLead('users');
  await expect(process.tryToLead('users')).rejects.toThrow(/runs twice in this process/);
  await process.leave('users');
});

test('each attempt fails while Postgres is away, and the next one connects again', async () => {
  const process = openLeadership('postgresql://crm@127.0.0.1:1/none', openLog('silent'));
  await expect(process.tryToLead('users')).rejects.toThrow(/ECONNREFUSED/);
  await expect(process.tryToLead('users')).rejects.toThrow(/ECONNREFUSED/);
  await process.leave('users');
});
