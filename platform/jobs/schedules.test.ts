import { expect, test, vi } from 'vitest';
import { programMetrics } from '../metrics/program-metrics.ts';
import { testDatabase } from '../test/database.ts';
import { jobQueueOn } from '../test/job-queue.ts';
import { poolsAndStore } from '../test/pools-and-store.ts';
import { schedule } from './job.ts';

const db = await testDatabase();
const { log, store } = poolsAndStore(db);
const { start, queued } = jobQueueOn(db, log, store);
const until = (assertion: () => void | Promise<void>) => vi.waitFor(assertion, { interval: 20 });

test('a schedule catches up missed runs, each at most once, also with several processes', async () => {
  const ran: Date[] = [];
  // Half an hour from now, so that no run falls due during the test.
  const minute = (new Date().getUTCMinutes() + 30) % 60;
  const hourly = schedule({
    name: 'hourly',
    cron: `${minute} * * * *`,
    catchUpMs: 3 * 60 * 60_000,
    run: async () => {
      ran.push(new Date());
    },
  });
  await db.pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ($1, now() - interval '1 day', now() - interval '5 hours')`,
    [hourly.name],
  );
  start([], [hourly]);
  start([], [hourly]);
  await until(() => expect(ran.length).toBeGreaterThan(0));
  await until(async () => expect(await queued(hourly.name)).toEqual([]));
  // The last three hours contain that minute three times.
  expect(ran.length).toBeLessThanOrEqual(3);
});

test('a run of a schedule removes those before it that used all attempts, and counts how runs end', async () => {
  let fails = true;
  const flaky = schedule({
    name: 'flaky',
    cron: '0 0 1 1 *',
    catchUpMs: 0,
    run: async () => {
      if (fails) throw new Error('not yet');
    },
  });
  const add = () => db.pool.query('select graphile_worker.add_job($1, max_attempts := 1)', [flaky.name]);
  start([], [flaky]);
  await add();
  const failed = { attempts: 1, last_error: 'not yet', locked: false };
  await until(async () => expect(await queued(flaky.name)).toEqual([failed]));
  fails = false;
  await add();
  await until(async () => expect(await queued(flaky.name)).toEqual([]));
  const runs = await programMetrics.getSingleMetric('schedule_runs_total')?.get();
  expect(runs?.values.filter(({ labels }) => labels['schedule'] === flaky.name)).toMatchObject([
    { labels: { outcome: 'failed' }, value: 1 },
    { labels: { outcome: 'success' }, value: 1 },
  ]);
});
