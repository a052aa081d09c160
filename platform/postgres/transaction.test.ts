import { TenantId } from '@crm/events/ids.ts';
import { Client, type Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openLog } from '../log/log.ts';
import { testDatabase } from '../test/database.ts';
import { STATE_MS } from '../test/patience.ts';
import { openPools } from './pools.ts';
import { prepared } from './prepared.ts';
import { allDone, asTenant, inTransaction } from './transaction.ts';

const db = await testDatabase();
const pools = openPools(db.url, openLog('silent'), { connectMs: STATE_MS });
afterAll(() => pools.end());

const ours = TenantId.parse(crypto.randomUUID());
const theirs = TenantId.parse(crypto.randomUUID());

await db.pool.query(`
  create table things (tenant uuid not null, n bigint not null);
  insert into things values ('${ours}', 1), ('${ours}', 2), ('${theirs}', 3);
  alter table things enable row level security;
  alter table things force row level security;
  create policy tenant on things using
    (tenant = nullif(current_setting('app.tenant'), '*')::uuid or current_setting('app.tenant') = '*')`);

const all = 'select n from things order by n';

test('a transaction sees only the rows of its tenant, also on reused connections', async () => {
  const seen = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      asTenant(pools.queries, index % 2 ? ours : theirs, async (tx) =>
        (await tx.query(all)).rows.map(({ n }) => n),
      ),
    ),
  );
  seen.forEach((rows, index) => {
    expect(rows).toEqual(index % 2 ? [1, 2] : [3]);
  });
});

test('a query without a tenant fails', async () => {
  await asTenant(pools.queries, ours, (tx) => tx.query(all));
  await expect(pools.queries.query(all)).rejects.toThrow();
  await expect(db.pool.query(all)).rejects.toThrow(/app\.tenant/);
});

test('projections and sign-in see all tenants', async () => {
  expect((await pools.projections.query(all)).rows).toHaveLength(3);
  expect((await pools.auth.query(all)).rows).toHaveLength(3);
});

test('projections do not wait for the disk; appends and sessions do', async () => {
  const setting = async (pool: Pool) =>
    (await pool.query('show synchronous_commit')).rows[0].synchronous_commit;
  // The test cluster turns it off for all pools; this checks the setting that each pool adds.
  const query = "select source from pg_settings where name = 'synchronous_commit'";
  expect(await setting(pools.projections)).toBe('off');
  expect((await pools.projections.query(query)).rows).toEqual([{ source: 'client' }]);
  expect((await pools.commands.query(query)).rows).not.toEqual([{ source: 'client' }]);
});

test('a read transaction rejects writes', async () => {
  const write = asTenant(pools.queries, ours, (tx) => tx.query(`insert into things values ('${ours}', 9)`));
  await expect(write).rejects.toThrow(/read-only transaction/);
});

test('a list and its total come from one snapshot', async () => {
  const totals = await asTenant(pools.queries, ours, async (tx) => {
    const before = (await tx.query('select count(*) from things')).rows[0].count;
    await pools.projections.query('insert into things values ($1, 4)', [ours]);
    const after = (await tx.query('select count(*) from things')).rows[0].count;
    return [before, after];
  });
  expect(totals).toEqual([2, 2]);
  await pools.projections.query('delete from things where n = 4');
});

test('a failing transaction is rolled back, and its connection stays usable', async () => {
  const failing = inTransaction(pools.projections, async (tx) => {
    await tx.query(`insert into things values ('${ours}', 5)`);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect((await pools.projections.query(all)).rows).toHaveLength(3);
  for (let round = 0; round < 20; round++) {
    const broken = asTenant(pools.queries, ours, async (tx) => {
      await tx.query('select 1/0');
    });
    await expect(broken).rejects.toThrow('division by zero');
  }
  expect((await asTenant(pools.queries, ours, (tx) => tx.query(all))).rows).toHaveLength(2);
});

test('of statements that were sent together, the one that failed first is the cause', async () => {
  const failing = inTransaction(pools.projections, (tx) =>
    allDone([
      tx.query('insert into things values ($1, 6)', [ours]),
      tx.query('select 1/0'),
      tx.query('insert into things values ($1, 7)', [ours]),
    ]),
  );
  await expect(failing).rejects.toThrow('division by zero');
  const behind = { code: '25P02', message: 'current transaction is aborted' };
  await expect(allDone([Promise.reject(behind), Promise.reject(new Error('cause'))])).rejects.toThrow(
    'cause',
  );
  expect((await pools.projections.query(all)).rows).toHaveLength(3);
});

test('a prepared statement is parsed once, and one of a table that was changed fails only once', async () => {
  await pools.projections.query('create table growing (a int); grant select on growing to public');
  const read = () =>
    asTenant(pools.queries, ours, (tx) => tx.query(prepared('select * from growing where a > $1', [0])));
  const parsed = () =>
    asTenant(pools.queries, ours, (tx) =>
      tx.query(`select count(*)::int as n from pg_prepared_statements where statement like '%from growing%'`),
    );
  for (let round = 0; round < 3; round++) expect((await read()).fields).toHaveLength(1);
  expect((await parsed()).rows).toEqual([{ n: 1 }]);
  await pools.projections.query('alter table growing add b int');
  await expect(read()).rejects.toThrow('cached plan must not change result type');
  expect((await read()).fields).toHaveLength(2);
});

test('returns numbers as numbers, days as text, instants as Date', async () => {
  const { rows } = await pools.projections.query(
    `select 9007199254740991::int8 as big, sum(n) as sum, avg(n) as avg, array_agg(n order by n) as list,
            '2026-02-28'::date as day, '2026-02-28T23:00:00Z'::timestamptz as at, '{}'::int8[] as none from things`,
  );
  expect(rows).toEqual([
    {
      big: Number.MAX_SAFE_INTEGER,
      sum: 6,
      avg: 2,
      list: [1, 2, 3],
      day: '2026-02-28',
      at: new Date('2026-02-28T23:00:00Z'),
      none: [],
    },
  ]);
});

test('a connection has the name of its pool and a statement timeout', async () => {
  const { rows } = await pools.queries.query(
    "select current_setting('application_name') as name, current_setting('statement_timeout') as timeout",
  );
  expect(rows).toEqual([{ name: 'crm queries', timeout: '15s' }]);
});

test('an idle connection that is cut causes no error', async () => {
  await pools.queries.query('select 1');
  const superuser = new Client(db.superuserUrl);
  await superuser.connect();
  await superuser.query(
    "select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and application_name = 'crm queries'",
  );
  await superuser.end();
  expect((await asTenant(pools.queries, ours, (tx) => tx.query(all))).rows).toHaveLength(2);
});
