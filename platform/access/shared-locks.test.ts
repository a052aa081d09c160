import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { afterAll, expect, test } from 'vitest';
import { openLog } from '../log/log.ts';
import { isOutage } from '../postgres/outage.ts';
import { openPools } from '../postgres/pools.ts';
import { testDatabase } from '../test/database.ts';
import { tenantLock, underLocks } from './locks.ts';
import { sharedTenantLocks } from './shared-locks.ts';

const database = await testDatabase();
const pools = openPools(database.url, openLog('silent'));
afterAll(() => pools.end());

const newTenant = () => TenantId.parse(randomUUID());
const changing = (tenant: TenantId, work: () => Promise<void>) =>
  underLocks(pools.locks, { shared: [], exclusive: [tenantLock(tenant)] }, work);

/** A check that needs no more than what was read. */
const found = async (_: TenantId, state: string) => state;

function newSignal() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Number of sessions that hold (`granted`) or wait for an advisory lock in this database. */
async function advisoryLocks(granted: boolean): Promise<number> {
  const { rows } = await database.everyTenant.query<{ n: number }>(
    `select count(distinct pid)::int as n from pg_locks where locktype = 'advisory' and granted = $1
        and database = (select oid from pg_database where datname = current_database())`,
    [granted],
  );
  return rows[0]?.n ?? -1;
}

test('many requests of many tenants share a transaction, which checks each tenant once', async () => {
  let checks = 0;
  const transactions = new Set<unknown>();
  const locked = sharedTenantLocks(
    pools.locks,
    async (client) => {
      checks += 1;
      transactions.add(client);
      return 'checked';
    },
    found,
  );
  const tenants = Array.from({ length: 10 }, newTenant);
  const results = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) =>
      locked(tenants[n % 10] ?? newTenant(), async (checked) => checked),
    ),
  );
  expect(new Set(results)).toEqual(new Set(['checked']));
  expect(checks).toBe(10);
  expect(transactions.size).toBe(1);
  await expect.poll(() => advisoryLocks(true)).toBe(0);
});

test('a change waits for running requests, and later requests see the new state', async () => {
  let state = 'active';
  const [tenant, ends] = [newTenant(), newSignal()];
  const locked = sharedTenantLocks(pools.locks, async () => state, found);
  const before = locked(tenant, async (checked) => {
    await ends.promise;
    return checked;
  });
  await expect.poll(() => advisoryLocks(true)).toBe(1);
  const change = changing(tenant, async () => {
    state = 'suspended';
  });
  await expect.poll(() => advisoryLocks(false)).toBe(1);
  expect(state).toBe('active');
  ends.resolve();
  expect(await before).toBe('active');
  await change;
  expect(await locked(tenant, async (checked) => checked)).toBe('suspended');
});

test('work whose locks were lost with their connection fails as an outage, even if the work succeeded', async () => {
  const ends = newSignal();
  const locked = sharedTenantLocks(pools.locks, async () => 'active', found);
  // Those of the test before.
  await expect.poll(() => advisoryLocks(true)).toBe(0);
  const cut = locked(newTenant(), () => ends.promise);
  await expect.poll(() => advisoryLocks(true)).toBe(1);
  await database.everyTenant.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`,
  );
  await expect.poll(() => advisoryLocks(true)).toBe(0);
  // When another request is refused or gets another connection, the end of the connection has arrived here.
  await locked(newTenant(), async () => {}).catch(() => {});
  ends.resolve();
  const error: unknown = await cut.catch((thrown: unknown) => thrown);
  expect(isOutage(error)).toBe(true);
  expect(await locked(newTenant(), async (checked) => checked)).toBe('active');
});

test('a tenant whose check fails leaves the work of the others in its transaction alone', async () => {
  const [healthy, newer] = [newTenant(), newTenant()];
  const ends = newSignal();
  const transactions = new Set<unknown>();
  const locked = sharedTenantLocks(
    pools.locks,
    async (client) => {
      transactions.add(client);
    },
    async (tenant) => {
      if (tenant === newer) throw new Error('Its stream has events of a newer program');
    },
  );
  const work = locked(healthy, () => ends.promise);
  // At once, so that it joins the same transaction.
  const refused = locked(newer, async () => {});
  await expect(refused).rejects.toThrow('newer program');
  ends.resolve();
  await work;
  expect(transactions.size).toBe(1);
});
