import { randomBytes, randomUUID } from 'node:crypto';
import { sweepAll } from '@crm/platform/postgres/sweep.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { Pool } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
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
  // Also of small tables, which Postgres would rather scan.
  const indexed = new Pool({
    connectionString: url,
    max: 1,
    options: '-c app.tenant=* -c enable_seqscan=off',
  });
  onTestFinished(() => indexed.end());
  const scans = async () => {
    await indexed.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ name: string; scans: string }>(
      'select relname as name, seq_scan as scans from pg_stat_user_tables',
    );
    return new Map(rows.map((row) => [row.name, Number(row.scans)]));
  };
  const before = await scans();
  await sweepAll(expiredRows, indexed, signal);
  const after = await scans();
  expect([...after].filter(([name, n]) => n > (before.get(name) ?? 0))).toEqual([]);
});
