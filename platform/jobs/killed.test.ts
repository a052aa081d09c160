import { expect, test, vi } from 'vitest';
import { openLeadership } from '../runner/leadership.ts';
import { testDatabase } from '../test/database.ts';
import { STATE_MS } from '../test/patience.ts';
import { poolsAndStore } from '../test/pools-and-store.ts';
import { releaseJobsOfKilled } from './killed.ts';

const db = await testDatabase();
const { log, pools } = poolsAndStore(db);

async function locksHeld() {
  const { rowCount } = await db.pool.query(
    `select from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rowCount;
}

test('a process that stops shows that it lives until its last job has ended, also after its connection was cut', async () => {
  const stopping = new AbortController();
  let end = () => {};
  const jobsEnded = new Promise<void>((resolve) => {
    end = resolve;
  });
  const running = releaseJobsOfKilled({
    pool: pools.background,
    leadership: openLeadership(db.url, log, STATE_MS),
    workers: () => ['a worker'],
    log,
    signal: stopping.signal,
    jobsEnded,
    lookMs: 20,
  });
  await vi.waitFor(async () => expect(await locksHeld()).toBe(1));
  stopping.abort();
  await db.pool.query(
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and application_name = 'crm leadership'`,
  );
  await vi.waitFor(async () => expect(await locksHeld()).toBe(1));
  end();
  await running;
  await vi.waitFor(async () => expect(await locksHeld()).toBe(0));
});
