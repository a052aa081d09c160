import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { testStore } from '../test/test-store.ts';
import { adoptHistory } from './adopt-history.ts';

const db = await testDatabase();
const store = testStore(db.url);

test('processes that start at once on a new database adopt one history', async () => {
  const id = randomUUID();
  const first = await db.everyTenant.connect();
  await first.query('begin');
  await first.query('insert into followed_history (id) values ($1)', [id]);
  const second = adoptHistory(db.everyTenant, id, store);
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
  expect(await adoptHistory(db.everyTenant, randomUUID(), store)).toBe('moved');
});

test('positions of another history keep no later event from its effect', async () => {
  const owner = randomUUID();
  const later = '9'.repeat(16);
  await db.everyTenant.query(
    `insert into secrets (tenant, owner, name, sealed, position) values ($1, $1, 'token', '', $2)`,
    [owner, later],
  );
  const answer = { kind: 'done', position: later, data: { successful: 2, text: 'a "b"' } };
  await db.everyTenant.query(`insert into repeats (command_id, request_hash, answer) values ($1, '', $2)`, [
    owner,
    JSON.stringify(answer),
  ]);
  expect(await adoptHistory(db.everyTenant, randomUUID(), store)).toBe('moved');
  const { rows } = await db.everyTenant.query(
    'select s.position, r.answer from secrets s, repeats r where s.owner = $1 and r.command_id = $1',
    [owner],
  );
  expect(rows).toEqual([{ position: '', answer: { kind: 'done', data: answer.data } }]);
});
