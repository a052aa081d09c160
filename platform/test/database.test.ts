import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from './database.ts';

const [first, second] = [await testDatabase(), await testDatabase()];

test('each database is separate, migrated, and used by a role under row-level security', async () => {
  await first.pool.query('insert into passwords (user_id, hash) values (gen_random_uuid(), $1)', ['x']);
  expect((await first.pool.query('select * from passwords')).rowCount).toBe(1);
  expect((await second.pool.query('select * from passwords')).rowCount).toBe(0);
  const { rows } = await first.pool.query(
    'select rolname, rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([{ rolname: 'crm', rolsuper: false, rolbypassrls: false }]);
});

let ofOneTest = '';
const isThere = async () =>
  (await first.pool.query('select from pg_database where datname = $1', [ofOneTest])).rowCount;

test('a database of one test is there in it', async () => {
  ofOneTest = (await testDatabase('empty', onTestFinished)).name;
  expect(await isThere()).toBe(1);
});

test('and is dropped after it', async () => {
  expect(await isThere()).toBe(0);
});

test('the superuser reaches the same database', async () => {
  const client = new Client(first.superuserUrl);
  await client.connect();
  const { rows } = await client.query('select current_database() as name, current_user as role');
  await client.end();
  expect(rows).toEqual([{ name: first.name, role: 'postgres' }]);
});

test('trigrams cover letters of every script', async () => {
  const { rows } = await first.pool.query(
    `select cardinality(show_trgm('राजेश')) as hindi, cardinality(show_trgm('محمد')) as arabic`,
  );
  expect(rows[0].hindi).toBeGreaterThan(3);
  expect(rows[0].arabic).toBeGreaterThan(3);
});
