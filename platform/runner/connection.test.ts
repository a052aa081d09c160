import { Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { withConnection } from './connection.ts';

const { url } = await testDatabase();
// One connection: what a loan leaves on it, the next user gets.
const pool = new Pool({ connectionString: url, max: 1, options: '-c app.tenant=none' });
pool.on('error', () => {}); // the database is dropped while the last connection closes
afterAll(() => pool.end());

const state = async () => {
  const { rows } = await pool.query<{ process: number; tenant: string; timeout: string; locks: number }>(
    `select pg_backend_pid() as process, current_setting('app.tenant') as tenant,
            current_setting('statement_timeout') as timeout,
            (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
  );
  return rows[0];
};
const use = (end: () => void = () => {}) =>
  withConnection(pool, async (client) => {
    await client.query(`set statement_timeout = 12345; select pg_advisory_lock(7)`);
    end();
  });

test('is returned without its locks and settings', async () => {
  const before = await state();
  expect(before).toMatchObject({ tenant: 'none', timeout: '0', locks: 0 });
  await use();
  expect(await state()).toEqual(before);
});

test('is closed when the work fails', async () => {
  const before = await state();
  const failed = use(() => {
    throw new Error('The work failed');
  });
  await expect(failed).rejects.toThrow('The work failed');
  const after = await state();
  expect(after).toMatchObject({ tenant: 'none', timeout: '0', locks: 0 });
  expect(after?.process).not.toBe(before?.process);
});
