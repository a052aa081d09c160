import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { adoptHistory } from './history.ts';
import { START } from './port.ts';

const db = await testDatabase();

test('processes that start at once on a new database adopt one history', async () => {
  const id = randomUUID();
  const first = await db.everyTenant.connect();
  await first.query('begin');
  await first.query('insert into followed_history (id) values ($1)', [id]);
  const second = adoptHistory(db.everyTenant, id, START);
  await expect
    .poll(async () => {
      const { rows } = await db.everyTenant.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      );
      return rows[0]?.waiting;
    })
    .toBe(1);
  await first.query('commit');
  first.release();
  expect(await second).toBe('known');
  expect(await adoptHistory(db.everyTenant, randomUUID(), START)).toBe('moved');
});
