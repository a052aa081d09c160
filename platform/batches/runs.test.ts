import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { type BatchRun, keepRenewing, leaseNextRun } from './runs.ts';
import { saveStep } from './save-step.ts';

const { everyTenant: pool } = await testDatabase();

const writes: [string, (pool: Pool, run: BatchRun) => Promise<unknown>][] = [
  [
    'a step',
    (on, run) => {
      const counts = { successful: 1, skipped: 0, failed: 0 };
      return saveStep(on, run, { cursor: 1, done: 1, counts }, { before: false, after: false });
    },
  ],
  [
    'a renewal',
    (on, run) => {
      vi.useFakeTimers({ toFake: ['setInterval'] });
      return new Promise((renewed) => {
        onTestFinished(keepRenewing(on, run, renewed));
        vi.advanceTimersToNextTimer();
      });
    },
  ],
];

test.each(writes)(
  '%s that waited for another write of its run extends the lease from then',
  async (_, write) => {
    const id = randomUUID();
    await pool.query(
      `insert into batch_runs (id, tenant, kind, position) values ($1, $2, 'held', '0000000000000001')`,
      [id, randomUUID()],
    );
    const run = await leaseNextRun(pool, ['held'], randomUUID(), { isFull: false, own: [] });
    if (!run) return expect.fail('The run is not leased');

    const lock = await pool.connect();
    await lock.query('begin');
    await lock.query('update batch_runs set done = 0 where id = $1', [id]);
    const written = write(pool, run);
    const isWaiting = async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rowCount;
    };
    await expect.poll(isWaiting).toBe(1);
    const { rows } = await lock.query<{ until: Date }>(
      `select clock_timestamp() + interval '15 seconds' as until`,
    );
    await lock.query('commit');
    lock.release();
    expect(await written).toBe('run');
    const { rows: saved } = await pool.query(
      'select leased_until >= $2 as extended from batch_runs where id = $1',
      [id, rows[0]?.until],
    );
    expect(saved).toEqual([{ extended: true }]);
  },
);
