import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { destroyKeysOf } from './keys.ts';

const { pool } = await testDatabase();

test('destroys all keys of a tenant and no others, in many short statements', async () => {
  const [erased, other] = [TenantId.parse(randomUUID()), TenantId.parse(randomUUID())];
  await pool.query(
    `insert into event_store.personal_keys (subject, tenant, key)
     select gen_random_uuid(), t, 'key' from generate_series(1, 40000) n, unnest($1::uuid[]) t`,
    [[erased, other]],
  );
  await pool.query(
    `create table most_at_once (n integer);
     create function count_updated() returns trigger language plpgsql as $$
     begin
       insert into most_at_once select count(*) from updated;
       return null;
     end $$;
     create trigger counting after update on event_store.personal_keys referencing new table as updated
       for each statement execute function count_updated()`,
  );
  await destroyKeysOf(pool, erased, new AbortController().signal);
  const { rows: left } = await pool.query<{ tenant: string; n: number }>(
    'select tenant, count(*)::int as n from event_store.personal_keys where key is not null group by tenant',
  );
  expect(left).toEqual([{ tenant: other, n: 40_000 }]);
  const { rows: statements } = await pool.query<{ most: number; all: number }>(
    'select max(n)::int as most, sum(n)::int as all from most_at_once',
  );
  expect(statements[0]?.all).toBe(40_000);
  expect(statements[0]?.most).toBeLessThan(20_000);
});
