import { randomBytes, randomUUID } from 'node:crypto';
import { sweepAll } from '@crm/platform/postgres/sweep.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { tableReadsOf } from '@crm/platform/test/table-reads.ts';
import { beforeAll, expect, test } from 'vitest';
import { expiredRows } from './sweep.ts';

const { everyTenant: pool, url } = await testDatabase();
const { signal } = new AbortController();

beforeAll(async () => {
  for (const [ended, failed, repeated] of [
    ['8 days', '2 days', '8 days'],
    ['1 day', '1 hour', '1 day'],
  ]) {
    await pool.query(
      `insert into sessions (token_hash, user_id, tenant, expires_at) values ($1, $2, $2, now() - $3::interval)`,
      [randomBytes(32), randomUUID(), ended],
    );
    await pool.query(
      `insert into login_failures (subject, failures, window_start) values ($1, 1, now() - $2::interval)`,
      [`account:${randomUUID()}`, failed],
    );
    await pool.query(
      `insert into repeats (command_id, request_hash, at) values ($1, '', now() - $2::interval)`,
      [randomUUID(), repeated],
    );
  }
});

test('deletes expired rows and keeps rows that may still be used', async () => {
  await sweepAll(expiredRows, pool, signal);
  for (const table of ['sessions', 'login_failures', 'repeats']) {
    const { rows } = await pool.query(`select count(*)::int as left from ${table}`);
    expect(rows, table).toEqual([{ left: 1 }]);
  }
});

test('finds expired rows by an index', async () => {
  const reads = await tableReadsOf(url, '-c enable_seqscan=off', (indexed) =>
    sweepAll(expiredRows, indexed, signal),
  );
  expect([...reads].filter(([, { scans }]) => scans > 0)).toEqual([]);
});
