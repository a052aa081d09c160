import { loadModule } from 'libpg-query';
import { describe, expect, test } from 'vitest';
import { missingPredicates } from './rule.ts';

await loadModule();
const tables = new Set(['leads', 'users', 'offers']);
const missing = (sql: string) => missingPredicates(sql, tables);

describe('accepts a statement that restricts every tenant table to a tenant', () => {
  test.each([
    ['by a parameter', 'select from leads where tenant = $1 and id = $2'],
    ['by several parameters', 'select from leads l where l.tenant = any($1::uuid[])'],
    ['through a join', 'select from leads l join users u on u.tenant = l.tenant where l.tenant = $1'],
    [
      'through a join the other way round',
      'select from users u join leads l on u.tenant = l.tenant where u.tenant = $1',
    ],
    ['through USING', 'select from leads l join users u using (tenant, id) where l.tenant = $1'],
    [
      'through an outer join',
      'select from leads l left join users u on u.tenant = l.tenant where l.tenant = $1',
    ],
    [
      'through rows that were given',
      'select from unnest($1::uuid[]) g (tenant) join leads l on l.tenant = g.tenant',
    ],
    ['in a subquery', 'select (select count(*) from users where tenant = $1) from leads where tenant = $1'],
    [
      'of the row around it',
      'select (select 1 from users u where u.tenant = l.tenant) from leads l where l.tenant = $1',
    ],
    ['in WITH', 'with l as (select * from leads where tenant = $1) select from l'],
    [
      'in each side of UNION',
      'select id from leads where tenant = $1 union all select id from users where tenant = $1',
    ],
    ['of a generation', 'select from leads_g12 where tenant = $1'],
    ['in an update', 'update leads l set a = 1 from users u where l.tenant = u.tenant and u.tenant = $1'],
    ['in a delete', 'delete from leads where tenant = $1'],
    ['in an insert', 'insert into leads (id, tenant) values ($1, $2) on conflict do nothing'],
    [
      'in an upsert',
      'insert into leads as l (id, tenant) values ($1, $2) on conflict (id) do update set a = 1 where l.tenant = excluded.tenant',
    ],
    [
      'in an upsert by tenant',
      'insert into leads (id, tenant) values ($1, $2) on conflict (tenant, id) do update set a = 1',
    ],
    ['of a table without tenants', 'select from checkpoints'],
    ['that is DDL', 'create view leads as select id from leads_g2'],
  ])('%s', (_, sql) => {
    expect(missing(sql)).toEqual([]);
  });
});

describe('names the table that is read or written across all tenants', () => {
  test.each([
    ['without a condition', 'select from leads', ['leads (leads)']],
    ['by id', 'select from leads l where l.id = $1', ['leads (l)']],
    ['in one of two conditions', 'select from leads where tenant = $1 or id = $2', ['leads (leads)']],
    ['for a null parameter', 'select from leads where $1::uuid is null or tenant = $1', ['leads (leads)']],
    ['by its own column', 'select from leads l where l.tenant = l.tenant', ['leads (l)']],
    ['in a join', 'select from leads l join users u on u.id = l.user_id where l.tenant = $1', ['users (u)']],
    [
      'on the outer side of a join',
      'select from leads l left join users u on l.tenant = $1 and u.tenant = $1',
      ['leads (l)'],
    ],
    [
      'in a full join',
      'select from leads l full join users u on u.tenant = l.tenant and u.tenant = $1',
      ['leads (l)', 'users (u)'],
    ],
    ['in a circle', 'select from leads l join users u on u.tenant = l.tenant', ['leads (l)', 'users (u)']],
    ['in a subquery', 'select exists (select from users) from leads where tenant = $1', ['users (users)']],
    ['in WITH', 'with x as (select from users) select from x', ['users (users)']],
    [
      'in a side of UNION',
      'select id from leads where tenant = $1 union all select id from users',
      ['users (users)'],
    ],
    [
      'in a lateral subquery',
      'select from leads l cross join lateral (select from offers o where o.id = l.id) o where l.tenant = $1',
      ['offers (o)'],
    ],
    ['in an update', 'update leads set a = 1 where id = $1', ['leads (leads)']],
    ['in a delete', 'delete from leads using users u where u.tenant = $1', ['leads (leads)']],
    ['in an insert', 'insert into leads (id) values ($1)', ['leads (a row without its tenant)']],
    [
      'in an upsert',
      'insert into leads (id, tenant) values ($1, $2) on conflict (id) do update set a = 1',
      ['leads (on conflict it changes a row of any tenant)'],
    ],
    ['in the second of two statements', 'select 1; delete from leads', ['leads (leads)']],
  ])('%s', (_, sql, found) => {
    expect(missing(sql)).toEqual(found);
  });
});
