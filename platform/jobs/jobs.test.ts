import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { TenantId } from '@crm/events/ids.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '../postgres/transaction.ts';
import { openLeadership } from '../runner/leadership.ts';
import { testDatabase } from '../test/database.ts';
import { holdRetries, jobQueueOn } from '../test/job-queue.ts';
import { poolsAndStore } from '../test/pools-and-store.ts';
import { type Cause, causeOf } from './cause.ts';
import { enqueue, type QueuedJob } from './enqueue.ts';
import { job, schedule } from './job.ts';
import { type Reaction, runReaction } from './reaction.ts';
import { freeJobs } from './run.ts';

const db = await testDatabase();
const TENANT = TenantId.parse(randomUUID());
const { log, pools, store } = poolsAndStore(db);
const { start, queued } = jobQueueOn(db, log, store);

const until = (assertion: () => void | Promise<void>) => vi.waitFor(assertion, { interval: 20 });

/** A job that records its payloads and fails in its first `failures` attempts. */
function recording(failures = 0) {
  const ran: { n: number; attempt: number }[] = [];
  const causes: (Cause | undefined)[] = [];
  const declared = job({
    name: `record-${randomUUID()}`,
    payload: z.object({ n: z.number() }),
    attempts: 3,
    run: async ({ n }, { attempt, cause }) => {
      ran.push({ n, attempt });
      causes.push(cause);
      if (attempt <= failures) throw new Error('not yet');
    },
  });
  return { ran, causes, declared };
}

/** Adds a job as it is left by a process that was killed in its first attempt. */
async function addOfKilled(declared: QueuedJob<{ n: number }>) {
  await inTransaction(db.pool, (tx) => enqueue(tx, declared, { n: 1 }, { key: 'locked' }));
  await db.pool.query(
    `update graphile_worker._private_jobs j set locked_at = now(), locked_by = 'killed', attempts = 1
       from graphile_worker.jobs v where v.id = j.id and v.task_identifier = $1`,
    [declared.name],
  );
}

test('a job of a killed process runs again soon, and one of a living process does not', async () => {
  let [runs, end] = [0, () => {}];
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const long = job({
    name: `long-${randomUUID()}`,
    payload: z.object({}),
    attempts: 3,
    run: () => {
      runs += 1;
      return ended;
    },
  });
  await inTransaction(db.pool, (tx) => enqueue(tx, long, {}, { key: 'long' }));
  start([long], [], 20);
  const locks = `select from pg_locks where locktype = 'advisory'
     and database = (select oid from pg_database where datname = current_database())`;
  await until(async () => expect((await db.pool.query(locks)).rowCount).toBe(1));
  await until(() => expect(runs).toBe(1));

  const { ran, declared } = recording();
  await addOfKilled(declared);
  start([declared, long], [], 20);
  await until(() => expect(ran).toEqual([{ n: 1, attempt: 2 }]));
  expect(runs).toBe(1);
  end();
});

test('jobs that hang delay none of other slots, nor a schedule, and are not those of a killed process', async () => {
  const { ran, declared } = recording();
  const hanging = hangingJobs();
  const ticks: number[] = [];
  const ticking = schedule({
    name: 'ticking',
    cron: `${(new Date().getUTCMinutes() + 30) % 60} * * * *`, // not during the test
    catchUpMs: 60 * 60_000,
    run: async () => {
      ticks.push(1);
    },
  });
  await db.pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ($1, now() - interval '1 day', now() - interval '90 minutes')`,
    [ticking.name],
  );
  // More of them than all slots of a process, and all are due before the other job.
  for (const each of hanging.jobs)
    for (let n = 0; n < 12; n += 1)
      await inTransaction(db.pool, (tx) => enqueue(tx, each, {}, { key: `${n}` }));
  const jobs = [...hanging.jobs, declared];
  start(jobs, [ticking], 20);
  await until(() => expect(hanging.running()).toEqual({ long: 3, remote: 4 }));
  await inTransaction(db.pool, (tx) => enqueue(tx, declared, { n: 1 }, { key: 'short' }));
  await until(() => expect(ran).toEqual([{ n: 1, attempt: 1 }]));
  await until(() => expect(ticks.length).toBe(1));

  // Another process looks for jobs of killed ones: after all its looks it has taken others, not those that run.
  const other = recording();
  await addOfKilled(other.declared);
  start([...jobs, other.declared], [], 20);
  await until(() => expect(other.ran).toEqual([{ n: 1, attempt: 2 }]));
  await until(() => expect(hanging.running()).toEqual({ long: 6, remote: 8 }));
  expect(hanging.attempts()).toEqual([1]);
});

test('of jobs that run one at a time, others wait in the queue and keep no slot', async () => {
  const [hanging] = hangingJobs().jobs;
  if (!hanging) throw new Error('There are hanging jobs');
  const removal = { ...hanging, oneAtATime: true } as const;
  for (let n = 0; n < 6; n += 1)
    await inTransaction(db.pool, (tx) => enqueue(tx, removal, {}, { key: `${n}` }));
  const { ran, declared } = recording();
  const report = { ...declared, slots: 'long' as const };
  const taken = async () => (await queued(removal.name)).filter(({ locked }) => locked);
  start([removal, report]);
  await until(async () => expect(await taken()).toHaveLength(1));
  await inTransaction(db.pool, (tx) => enqueue(tx, report, { n: 1 }, { key: 'report' }));
  await until(() => expect(ran).toEqual([{ n: 1, attempt: 1 }]));
  expect(await taken()).toHaveLength(1);
});

test('a job of low priority runs after one that was added later', async () => {
  const { ran, declared } = recording();
  const add = (n: number, priority?: 'low') =>
    inTransaction(db.pool, (tx) => enqueue(tx, declared, { n }, { key: `${n}`, priority }));
  await add(1, 'low');
  // More than run at the same time.
  for (let n = 2; n <= 40; n += 1) await add(n);
  start([declared]);
  await until(() => expect(ran).toHaveLength(40));
  expect(ran.findIndex(({ n }) => n === 1)).toBeGreaterThan(20);
});

/** A job of each kind of slots for slow ones, which runs until its process stops. */
function hangingJobs() {
  const running = { long: 0, remote: 0 };
  const attempts = new Set<number>();
  const jobs = (['long', 'remote'] as const).map((slots) =>
    job({
      name: `hanging-${slots}-${randomUUID()}`,
      payload: z.object({}),
      attempts: 3,
      slots,
      run: async (_, { attempt, signal }) => {
        running[slots] += 1;
        attempts.add(attempt);
        if (!signal.aborted) await once(signal, 'abort');
      },
    }),
  );
  return { jobs, running: () => running, attempts: () => [...attempts] };
}

test('a job of an ended process runs at once when this process has the database to itself', async () => {
  const { ran, declared } = recording();
  await addOfKilled(declared);
  await freeJobs(db.pool);
  start([declared]);
  await until(() => expect(ran).toEqual([{ n: 1, attempt: 2 }]));
});

test('a job runs when the transaction that enqueued it commits, and not when it rolls back', async () => {
  const { ran, declared } = recording();
  start([declared]);
  await expect(
    inTransaction(db.pool, async (tx) => {
      await enqueue(tx, declared, { n: 1 }, { key: 'one' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await inTransaction(db.pool, (tx) => enqueue(tx, declared, { n: 2 }, { key: 'two' }));
  await until(async () => expect(await queued(declared.name)).toEqual([]));
  expect(ran).toEqual([{ n: 2, attempt: 1 }]);
});

test('two jobs with one key become one while it waits', async () => {
  const { ran, declared } = recording();
  for (const n of [1, 2]) await inTransaction(db.pool, (tx) => enqueue(tx, declared, { n }, { key: 'same' }));
  expect(await queued(declared.name)).toHaveLength(1);
  start([declared]);
  await until(async () => expect(await queued(declared.name)).toEqual([]));
  expect(ran).toEqual([{ n: 2, attempt: 1 }]);
});

test('a failing job is retried up to its attempts and then kept with its error', async () => {
  const { ran, declared } = recording(9);
  await holdRetries(db.pool, declared.name);
  await inTransaction(db.pool, (tx) => enqueue(tx, declared, { n: 1 }, { key: 'fails' }));
  start([declared]);
  for (const attempt of [1, 2, 3]) {
    const failed = { attempts: attempt, last_error: 'not yet', locked: false };
    await until(async () => expect(await queued(declared.name)).toEqual([failed]));
    // Skips the pause before the next attempt.
    await db.pool.query(
      `select graphile_worker.reschedule_jobs(array(
         select id from graphile_worker.jobs where task_identifier = $1), run_at := now())`,
      [declared.name],
    );
  }
  expect(ran.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
});

test('the queue continues after its connections were cut', async () => {
  const { ran, declared } = recording();
  start([declared]);
  await inTransaction(db.pool, (tx) => enqueue(tx, declared, { n: 1 }, { key: 'before' }));
  await until(() => expect(ran).toHaveLength(1));
  await until(async () => expect(await queued(declared.name)).toEqual([])); // else it would run again
  // Waits for their ends: a connection that takes the next job before its end would leave it behind.
  await db.pool.query(
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and application_name = 'crm jobs'`,
  );
  await inTransaction(db.pool, (tx) => enqueue(tx, declared, { n: 2 }, { key: 'after' }));
  await until(() => expect(ran.at(-1)).toEqual({ n: 2, attempt: 1 }));
});

test.each([1, 2])(
  'after the completions of %d of its jobs were interrupted, they run again, and the queue continues',
  async (count) => {
    const runs: number[] = [];
    const blocker = await db.pool.connect();
    const waiting = `from pg_stat_activity
      where datname = current_database() and application_name = 'crm jobs' and wait_event_type = 'Lock'`;
    const completing = async () => (await db.pool.query(`select ${waiting}`)).rowCount;
    const blocked = job({
      name: `blocked-${randomUUID()}`,
      payload: z.object({ n: z.number() }),
      attempts: 3,
      run: async ({ n }, { attempt }) => {
        runs.push(n);
        if (attempt > 1) return;
        await until(() => expect(runs).toHaveLength(count));
        // The queue cannot delete the rows of these jobs until the blocker's transaction ends.
        if (n === 0) await blocker.query('begin; select from graphile_worker._private_jobs for update');
        // One after the other: jobs that end together are completed together.
        else await until(async () => expect(await completing()).toBe(n));
      },
    });
    for (let n = 0; n < count; n += 1)
      await inTransaction(db.pool, (tx) => enqueue(tx, blocked, { n }, { key: `${n}` }));
    start([blocked]);
    await until(async () => expect(await completing()).toBe(count));
    await db.pool.query(`select pg_terminate_backend(pid) ${waiting}`);
    await blocker.query('rollback');
    blocker.release();
    await until(async () => expect(await queued(blocked.name)).toEqual([]));
    expect(runs).toHaveLength(2 * count);
  },
);

test('a reaction enqueues one job per event, which names the event, also after a change of leader', async () => {
  const { ran, causes, declared } = recording();
  const expected: Cause[] = [];
  const type = `Sample${randomUUID().replaceAll('-', '')}`;
  const counting: Reaction = {
    name: `counting-${type}`,
    events: [type],
    handle: (event, tools) => {
      const { n } = z.object({ n: z.number() }).parse(event.data);
      tools.enqueue(declared, { n }, { key: event.id });
    },
  };
  start([declared]);
  for (const round of [1, 2]) {
    const events = samples(type, round * 10);
    expected.push(...events.map(causeOf));
    await store.append({ stream: `sample-${type}-${round}`, expected: 'none', events });
    const stop = new AbortController();
    const running = runReaction(counting, {
      pool: pools.projections,
      leadership: openLeadership(db.url, log),
      store,
      log,
      signal: stop.signal,
    });
    await until(() =>
      expect(ran.map(({ n }) => n).sort()).toEqual(round === 1 ? [10, 11] : [10, 11, 20, 21]),
    );
    stop.abort();
    await running;
  }
  expect(causes).toEqual(expect.arrayContaining(expected));
});

function samples(type: string, from: number) {
  return [from, from + 1].map((n) => ({
    id: randomUUID(),
    type,
    version: 1,
    data: { n },
    meta: testMeta(TENANT),
  }));
}

test('a job runs when it is due: at the start when that was earlier, and a replacement at its own time', async () => {
  const { ran, declared } = recording();
  const add = (n: number, key: string, runAt: Date) =>
    inTransaction(db.pool, (tx) => enqueue(tx, declared, { n }, { key, runAt }));
  const [past, future] = [new Date(Date.now() - 3_600_000), new Date('2099-12-31T00:00:00.000Z')];
  await add(1, 'missed', past);
  await add(2, 'moved', future);
  await add(3, 'postponed', past);
  await add(4, 'postponed', future);
  start([declared]);
  await until(() => expect(ran).toEqual([{ n: 1, attempt: 1 }]));
  await add(5, 'moved', past);
  await until(() => expect(ran.map(({ n }) => n)).toEqual([1, 5]));
});
