import { randomUUID } from 'node:crypto';
import { testDatabase } from '@crm/platform/test/database.ts';
import { expect, test } from 'vitest';
import { mayStillAssign } from './assigning.ts';

const { everyTenant: pool } = await testDatabase();
const YESTERDAY = new Date(Date.now() - 24 * 60 * 60 * 1000);

type Run = { kind: string; position: string; wanted: string; leasedUntil: string | null; notBefore: string };
const released: Run = {
  kind: 'lead-upload',
  position: '1',
  wanted: 'run',
  leasedUntil: null,
  notBefore: '0 seconds',
};
/** Whether a hand-over that began after the operator left waits for this run. Times are relative to now. */
async function isWaitedFor(run: Run): Promise<boolean> {
  const [tenant, id] = [randomUUID(), randomUUID()];
  await pool.query(
    `insert into batch_runs (id, tenant, kind, position) values ($1, $2, 'lead-hand-over', '2')`,
    [id, tenant],
  );
  const { kind, position, wanted, leasedUntil, notBefore } = run;
  await pool.query(
    `insert into batch_runs (id, tenant, kind, position, wanted, lease, leased_until, not_before, cursor)
     values ($1, $2, $3, $4, $5, $6, now() + $7::interval, now() + $8::interval, '{}')`,
    [randomUUID(), tenant, kind, position, wanted, leasedUntil && randomUUID(), leasedUntil, notBefore],
  );
  return mayStillAssign(pool, { id, tenant, startedAt: YESTERDAY });
}

test.each([
  ['runs', { leasedUntil: '15 seconds', notBefore: '-1 hour' }],
  ['was released by its process', {}],
  ['was released by its process after an error', { notBefore: '5 seconds' }],
  ['lost its process', { leasedUntil: '-1 second', notBefore: '-1 hour' }],
] as const)('an upload that %s may still assign leads', async (_, run) =>
  expect(await isWaitedFor({ ...released, ...run })).toBe(true),
);

test.each(['lead-assign', 'lead-undo', 'lead-hand-over'])(
  'a batch of kind %s is waited for, too',
  async (kind) => expect(await isWaitedFor({ ...released, kind })).toBe(true),
);

test.each([
  ['is paused', { wanted: 'pause' }],
  ['is cancelled', { wanted: 'cancel' }],
  ['started after the hand-over', { position: '3' }],
  ['assigns nothing', { kind: 'lead-export' }],
  ['has waited for a process for long', { notBefore: '-1 hour' }],
] as const)('a batch that %s is not waited for', async (_, run) =>
  expect(await isWaitedFor({ ...released, ...run })).toBe(false),
);
