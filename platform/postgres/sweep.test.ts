import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { deleteInPortions, type Sweep, sweepAll, sweepBy } from './sweep.ts';

const { pool } = await testDatabase();
const { signal } = new AbortController();

test('deletes in portions until fewer rows than a portion are left', async () => {
  const left = [3, 3, 2];
  const limits: number[] = [];
  const deleted = await deleteInPortions(
    async (limit) => {
      limits.push(limit);
      return left.shift() ?? 0;
    },
    { signal, atOnce: 3 },
  );
  expect(deleted).toBe(8);
  expect(limits).toEqual([3, 3, 3]);
});

test('starts no further portion after the signal', async () => {
  const stop = new AbortController();
  const deleted = await deleteInPortions(
    async (limit) => {
      stop.abort();
      return limit;
    },
    { signal: stop.signal, atOnce: 3 },
  );
  expect(deleted).toBe(3);
});

test('a statement that fails keeps no other sweep from running, and is reported', async () => {
  await pool.query(`insert into repeats (command_id, request_hash) values ($1, '')`, [randomUUID()]);
  const failing = sweepBy('delete from no_such_table where id in (select id from no_such_table limit $1)');
  const ran: string[] = [];
  const last: Sweep = async () => {
    ran.push('last');
  };
  const sweeps = [
    failing,
    sweepBy('delete from repeats where command_id in (select command_id from repeats limit $1)'),
    last,
  ];
  await expect(sweepAll(sweeps, pool, signal)).rejects.toThrow('no_such_table');
  expect((await pool.query('select from repeats')).rowCount).toBe(0);
  expect(ran).toEqual(['last']);
});
