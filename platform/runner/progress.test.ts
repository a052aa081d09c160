import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Position } from '../event-store/port.ts';
import { positionOf } from '../event-store/postgres/position.ts';
import { cuttableLine } from '../test/cuttable-line.ts';
import { testDatabase } from '../test/database.ts';
import { STATE_MS } from '../test/patience.ts';
import { register } from './checkpoint.ts';
import { createProgress, waitForGiven } from './progress.ts';

const db = await testDatabase();
const [behind, head, beyond] = [positionOf(3), positionOf(5), positionOf(7)];
const store = { head: async () => head };
const within = { timeoutMs: STATE_MS };

function atPosition3() {
  const progress = createProgress(db.pool);
  progress.setLedHere('leads', true);
  progress.moved('leads', behind);
  return { progress, waitFor: waitForGiven(progress, store) };
}

test('a position beyond the head is of another history: the wait ends at the head', async () => {
  const { progress, waitFor } = atPosition3();
  expect(await waitFor(['leads'], beyond, { timeoutMs: 200 })).toBe('stale');
  const waiting = waitFor(['leads'], beyond, within);
  progress.moved('leads', head);
  expect(await waiting).toBe('other-history');
});

test('a store that does not answer makes no wait longer', async () => {
  const { progress } = atPosition3();
  const waitFor = waitForGiven(progress, { head: () => new Promise(() => {}) });
  expect(await waitFor(['leads'], head, { timeoutMs: 200 })).toBe('stale');
});

test('a position up to the head is waited for', async () => {
  const { progress, waitFor } = atPosition3();
  expect(await waitFor(['leads'], behind, within)).toBe('fresh');
  expect(await waitFor(['leads'], head, { timeoutMs: 200 })).toBe('stale');
  const waiting = waitFor(['leads'], head, within);
  progress.moved('leads', head);
  expect(await waiting).toBe('fresh');
});

test('the position of a former leader may be undone by a crash: the table counts', async () => {
  const progress = createProgress(db.pool);
  progress.setLedHere('offers', true);
  progress.moved('offers', head);
  expect(await progress.waitFor(['offers'], head, within)).toBe('fresh');
  await register(db.pool, 'offers', 1, behind);
  progress.setLedHere('offers', false);
  expect(await progress.waitFor(['offers'], head, { timeoutMs: 200 })).toBe('stale');
  await db.pool.query(`update checkpoints set position = $1 where name = 'offers'`, [head]);
  expect(await progress.waitFor(['offers'], head, within)).toBe('fresh');
});

test('a process that saw an outage of Postgres trusts none of its positions of other leaders', async () => {
  const line = await cuttableLine(db.url, 'nothing');
  const pool = new Pool({ connectionString: line.url });
  pool.on('error', () => {});
  let failed = 0;
  const counting = Object.assign(Object.create(pool), {
    query: (text: string) =>
      pool.query(text).catch((error: unknown) => {
        failed += 1;
        throw error;
      }),
  });
  onTestFinished(async () => {
    await pool.end();
    line.close();
  });
  const progress = createProgress(counting);
  const reads = (position: Position) => progress.waitFor(['users'], position, { timeoutMs: 200 });
  await register(db.pool, 'users', 1, head);
  expect(await progress.waitFor(['users'], head, within)).toBe('fresh');
  line.refuse();
  await expect.poll(() => reads(beyond).then(() => failed)).toBeGreaterThan(0);
  line.heal();
  await db.pool.query(`update checkpoints set position = $1 where name = 'users'`, [behind]);
  expect(await reads(head)).toBe('stale');
  expect(await progress.waitFor(['users'], behind, within)).toBe('fresh');
});

test('a process that reads nothing during an outage of Postgres has to forget the positions of other leaders', async () => {
  const progress = createProgress(db.pool);
  await register(db.pool, 'approvals', 1, head);
  progress.setLedHere('leads', true);
  progress.moved('leads', head);
  expect(await progress.waitFor(['approvals'], head, within)).toBe('fresh');
  await db.pool.query(`update checkpoints set position = $1 where name = 'approvals'`, [behind]);
  progress.forgetOthers();
  expect(await progress.waitFor(['approvals'], head, { timeoutMs: 200 })).toBe('stale');
  expect(await progress.waitFor(['approvals'], behind, within)).toBe('fresh');
  expect(await progress.waitFor(['leads'], head, { timeoutMs: 0 })).toBe('fresh');
});
