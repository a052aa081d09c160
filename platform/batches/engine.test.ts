import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TenantId } from '@crm/events/ids.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { aborted, openCounting, within } from '../test/counting-batches.ts';
import { PACED_SLOTS } from './engine.ts';
import { batchKind } from './kind.ts';
import { endOfBatch, readBatch } from './start.ts';

/** The tenants of the paced runs that wait, one entry for each run. */
const waiting: string[] = [];
/** A kind whose runs wait until they are stopped. */
const paced = batchKind<unknown, null>({
  kind: 'paced',
  isPaced: true,
  task: z.unknown(),
  async run(_, { tenant, signal }) {
    waiting.push(tenant);
    await aborted(signal);
    throw signal.reason;
  },
});

const { store, pool, tenant, work, engine, begin, ask, doneOf, holdAt } = await openCounting([paced]);
afterEach(async () => {
  waiting.length = 0;
  await pool.query('delete from batch_runs');
});
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

test('processes each item once and records the result', async () => {
  engine();
  const id = await begin(7);
  expect(await endOfBatch(store, id, within)).toMatchObject({
    outcome: 'done',
    done: 7,
    total: 7,
    counts: { successful: 5, skipped: 2, failed: 0 },
    result: { items: 7 },
  });
  expect(doneOf(id)).toEqual(upTo(7));
  const { rows } = await pool.query(
    'select n, outcome, message from batch_problems where batch = $1 order by n',
    [id],
  );
  expect(rows).toEqual([2, 5].map((n) => ({ n, outcome: 'skipped', message: 'third' })));
  expect(await readBatch(store, tenant, id)).toMatchObject({
    state: 'done',
    createdBy: { fullName: 'Anita' },
  });
  expect(await readBatch(store, randomUUID(), id)).toBeNull();
  // The run is deleted after its end was recorded.
  const run = () => pool.query('select from batch_runs where id = $1', [id]);
  await expect.poll(async () => (await run()).rowCount).toBe(0);
});

test('another process resumes a batch from its last step', async () => {
  const first = engine();
  const hold = holdAt(4);
  const id = await begin(8);
  await hold.reached;
  const stopping = first.end();
  hold.release(); // item 4 is done, and the process ends before the step is saved
  await stopping;
  expect(await endOfBatch(store, id, 0)).toBeNull();
  engine();
  expect(await endOfBatch(store, id, within)).toMatchObject({
    outcome: 'done',
    done: 8,
    counts: { successful: 6, skipped: 2 },
  });
  expect(new Set(doneOf(id))).toEqual(new Set(upTo(8)));
});

test('a process whose lease was taken over writes nothing more', async () => {
  engine();
  const hold = holdAt(3);
  const id = await begin(6);
  await hold.reached;
  // Simulates a takeover after 15 seconds without a renewed lease.
  const lease = randomUUID();
  await pool.query(
    `update batch_runs set lease = $2, leased_until = now() + interval '1 minute' where id = $1`,
    [id, lease],
  );
  hold.release();
  await sleep(300);
  const { rows } = await pool.query('select done, lease from batch_runs where id = $1', [id]);
  expect(rows).toEqual([{ done: 3, lease }]);
  // The second process dies too: its lease expires.
  await pool.query(`update batch_runs set leased_until = now() - interval '1 second' where id = $1`, [id]);
  expect(await endOfBatch(store, id, within)).toMatchObject({
    done: 6,
    counts: { successful: 4, skipped: 2 },
  });
});

test('a process that was silent for longer than its lease goes on with its batches, and takes up others', async () => {
  engine();
  const hold = holdAt(3);
  const silent = await begin(6);
  await hold.reached;
  const leaseOf = async () => (await runOf(silent))?.lease;
  const lease = await leaseOf();
  await pool.query(`update batch_runs set leased_until = now() - interval '1 second' where id = $1`, [
    silent,
  ]);
  // The older batch would be taken up first.
  expect(await endOfBatch(store, await begin(2), within)).toMatchObject({ outcome: 'done' });
  expect(await leaseOf()).toBe(lease);
  hold.release();
  expect(await endOfBatch(store, silent, within)).toMatchObject({ outcome: 'done', done: 6 });
  expect(doneOf(silent)).toEqual(upTo(6));
});

test('renews its lease with one statement at a time, however long Postgres takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  engine();
  const hold = holdAt(1);
  const id = await begin(3);
  await hold.reached;
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from batch_runs where id = $1 for update', [id]);
  const query = vi.spyOn(pool, 'query');
  vi.advanceTimersByTime(60_000);
  const renewals = query.mock.calls.filter(([sql]) => String(sql).includes('set leased_until'));
  vi.useRealTimers();
  await other.query('rollback');
  other.release();
  hold.release();
  expect(await endOfBatch(store, id, within)).toMatchObject({ outcome: 'done', done: 3 });
  expect(renewals).toHaveLength(1);
});

async function runOf(id: string) {
  const { rows } = await pool.query<{ wanted: string; lease: string | null }>(
    'select wanted, lease from batch_runs where id = $1',
    [id],
  );
  return rows[0];
}

test('pauses, resumes and cancels a running batch', async () => {
  engine();
  const hold = holdAt(2);
  const id = await begin(9);
  await hold.reached;
  await ask(id, 'PauseBatch');
  await expect.poll(() => runOf(id)).toMatchObject({ wanted: 'pause' });
  hold.release();
  await expect.poll(() => runOf(id)).toMatchObject({ lease: null });
  expect(doneOf(id)).toEqual(upTo(3));
  expect(await readBatch(store, tenant, id)).toMatchObject({ state: 'running', paused: true });
  const again = holdAt(5);
  await ask(id, 'ResumeBatch');
  await again.reached;
  await ask(id, 'CancelBatch');
  await expect.poll(() => runOf(id)).toMatchObject({ wanted: 'cancel' });
  again.release();
  expect(await endOfBatch(store, id, within)).toMatchObject({
    outcome: 'cancelled',
    done: 6,
    result: { next: 6 },
  });
  expect(doneOf(id)).toEqual(upTo(6));
});

test('cancels a waiting batch without starting it', async () => {
  const id = await begin(3);
  await ask(id, 'CancelBatch');
  engine();
  expect(await endOfBatch(store, id, within)).toMatchObject({ outcome: 'cancelled', done: 0, result: null });
  expect(doneOf(id)).toEqual([]);
});

test('runs a batch of a tenant whose paced batches wait for a long time', async () => {
  engine();
  await begin(1, 'paced');
  await begin(1, 'paced');
  await expect.poll(() => waiting).toHaveLength(2);
  expect(await endOfBatch(store, await begin(3), within)).toMatchObject({ outcome: 'done', done: 3 });
});

test('runs a batch while paced batches of other tenants fill their slots', async () => {
  engine();
  for (let filled = 0; filled < PACED_SLOTS; filled += 2) {
    const other = TenantId.parse(randomUUID());
    await begin(1, 'paced', other);
    await begin(1, 'paced', other);
  }
  await expect.poll(() => waiting).toHaveLength(PACED_SLOTS);
  expect(await endOfBatch(store, await begin(3), within)).toMatchObject({ outcome: 'done', done: 3 });
  // No slot is left for a paced batch, but a cancelled one needs none.
  const behind = await begin(1, 'paced');
  await ask(behind, 'CancelBatch');
  expect(await endOfBatch(store, behind, within)).toMatchObject({ outcome: 'cancelled', done: 0 });
  expect(waiting).toHaveLength(PACED_SLOTS);
});

test('cancels a batch that waits behind the limit of its tenant', async () => {
  engine();
  const started = new Set<string>();
  work.at = async (_, { id, signal }) => {
    started.add(id);
    await aborted(signal);
    signal.throwIfAborted();
  };
  const running = [await begin(3), await begin(3)];
  await expect.poll(() => [...started]).toEqual(expect.arrayContaining(running));
  const behind = await begin(3);
  await ask(behind, 'CancelBatch');
  expect(await endOfBatch(store, behind, within)).toMatchObject({ outcome: 'cancelled', done: 0 });
  expect(started.size).toBe(2);
});
