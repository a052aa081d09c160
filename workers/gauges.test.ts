import { randomUUID } from 'node:crypto';
import { jobGauges } from '@crm/platform/jobs/depth.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { workerGauges } from './gauges.ts';
import { queueGauges } from './postbacks/depth.ts';

const db = await testDatabase();
const pool = db.everyTenant;

async function scrape(gauges = workerGauges(pool, null)): Promise<string[]> {
  const registry = new Registry();
  for (const gauge of gauges) registry.registerMetric(gauge);
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** Queues a delivery that was queued some seconds ago. */
async function delivery(postback: string, due: string, lease: string | null = null) {
  await pool.query(
    `insert into postback_queue (delivery, tenant, postback, lead, due_at, lease, enqueued_at, tries_left, telling)
     values (gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), $2, $3, now() - interval '30 seconds', 1, '{}')`,
    [postback, due, lease],
  );
}

async function lane(pausedUntil: string | null) {
  const postback = randomUUID();
  await pool.query(
    'insert into postback_lanes (postback, tenant, paused_until) values ($1, gen_random_uuid(), $2)',
    [postback, pausedUntil],
  );
  return postback;
}

test('an empty queue has zeros, so that alerts can tell it from a missing figure', async () => {
  expect(await scrape()).toEqual(
    expect.arrayContaining([
      'postback_queue_deliveries{state="due"} 0',
      'postback_queue_oldest_due_seconds 0',
      'postback_circuits_open 0',
      'mails_waiting 0',
      'job_queue_oldest_due_seconds 0',
    ]),
  );
});

/** The value of a gauge without labels. */
const gaugeIn = (gauge: string, lines: readonly string[]) =>
  Number(lines.find((line) => line.startsWith(`${gauge} `))?.split(' ')[1]);

test('counts deliveries by state; those of a paused partner are not late', async () => {
  const [sent, paused] = [await lane(null), await lane('infinity')];
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  await delivery(sent, '-infinity');
  await delivery(sent, 'infinity');
  await delivery(sent, 'infinity');
  await delivery(sent, inAnHour);
  await delivery(sent, '-infinity', randomUUID());
  await delivery(paused, anHourAgo);
  const lines = await scrape();
  expect(lines).toEqual(
    expect.arrayContaining([
      'postback_queue_deliveries{state="due"} 2',
      'postback_queue_deliveries{state="retry"} 1',
      'postback_queue_deliveries{state="behind"} 2',
      'postback_queue_deliveries{state="in_flight"} 1',
      'postback_circuits_open 1',
    ]),
  );
  const oldest = gaugeIn('postback_queue_oldest_due_seconds', lines);
  expect(oldest).toBeGreaterThanOrEqual(30);
  expect(oldest).toBeLessThan(3_600);
});

test('a partner that fails counts as paused also while its next delivery is tried, and not when nothing waits', async () => {
  const before = gaugeIn('postback_circuits_open', await scrape());
  const [probed, empty] = [await lane(null), await lane(null)];
  await pool.query('update postback_lanes set failures = 5 where postback = any($1)', [[probed, empty]]);
  await delivery(probed, '-infinity', randomUUID());
  expect(gaugeIn('postback_circuits_open', await scrape())).toBe(before + 1);
});

test('counts jobs by task and state, batches by kind and state, and mails', async () => {
  await pool.query(`select graphile_worker.add_job('send-mail'), graphile_worker.add_job('send-mail'),
    graphile_worker.add_job('grant-payment', run_at := now() + interval '1 hour')`);
  await pool.query(`insert into batch_runs (id, tenant, kind, position, wanted)
    values (gen_random_uuid(), gen_random_uuid(), 'lead-export', '1', 'run'),
      (gen_random_uuid(), gen_random_uuid(), 'lead-export', '2', 'pause')`);
  await pool.query(`insert into mails (id, tenant, template, about, cause_at, recipient, content)
    values (gen_random_uuid(), gen_random_uuid(), 'receipt', gen_random_uuid(), now(), 'a@example.com', '{}')`);
  expect(await scrape()).toEqual(
    expect.arrayContaining([
      'job_queue_jobs{task="send-mail",state="due"} 2',
      'job_queue_jobs{task="grant-payment",state="scheduled"} 1',
      'batch_runs{kind="lead-export",state="waiting"} 1',
      'batch_runs{kind="lead-export",state="paused"} 1',
      'mails_waiting 1',
    ]),
  );
});

test('finds the oldest delivery behind more rows of a paused partner than are counted', async () => {
  await pool.query('delete from postback_queue');
  const [sent, paused] = [await lane(null), await lane('infinity')];
  for (let n = 0; n < 3; n += 1) await delivery(paused, '-infinity');
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const now = new Date().toISOString();
  await delivery(sent, now); // a retry that became due after the others
  await delivery(sent, anHourAgo, randomUUID()); // is being sent
  const oldest = async () =>
    gaugeIn(
      'postback_queue_oldest_due_seconds',
      await scrape(queueGauges(pool, { log: null, mostCounted: 2 })),
    );
  expect(await oldest()).toBeLessThan(30);
  await delivery(sent, '-infinity');
  expect(await oldest()).toBeGreaterThanOrEqual(30);
  await delivery(sent, anHourAgo);
  expect(await oldest()).toBeGreaterThanOrEqual(3_600);
});

test('finds the oldest job behind more failed ones than are counted', async () => {
  await pool.query('delete from graphile_worker._private_jobs');
  await pool.query(`select graphile_worker.add_job('send-mail') from generate_series(1, 3)`);
  await pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
  const oldest = async () =>
    gaugeIn('job_queue_oldest_due_seconds', await scrape(jobGauges(pool, { log: null, mostCounted: 2 })));
  expect(await oldest()).toBe(0);
  await pool.query(`select graphile_worker.add_job('send-mail', priority := 5, run_at := now() - interval '1 hour'),
    graphile_worker.add_job('send-mail', run_at := now() - interval '1 minute'),
    graphile_worker.add_job('send-mail', run_at := now() + interval '1 hour')`);
  expect(await oldest()).toBeGreaterThanOrEqual(3_600);
});
