import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { Pool } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openLog } from '../log/log.ts';
import { isOutage } from '../postgres/outage.ts';
import { testDatabase } from '../test/database.ts';
import { testPools } from '../test/test-pools.ts';
import { deferred } from './deferred.ts';
import { openLocks, tenantLock } from './locks.ts';
import { sharedTenantLocks } from './shared-locks.ts';

const database = await testDatabase();
const pools = testPools(database.url, openLog('silent'));
afterAll(() => pools.end());

const underLocks = openLocks(pools.locks);
const newTenant = () => TenantId.parse(randomUUID());
const changing = (tenant: TenantId, work: () => Promise<void>) =>
  underLocks(tenant, { shared: [], exclusive: [tenantLock(tenant)] }, work);

/** A change that holds its lock. */
async function begun(tenant: TenantId, work: () => Promise<void>) {
  const holds = deferred<void>();
  const ended = changing(tenant, () => {
    holds.resolve();
    return work();
  });
  await holds.promise;
  return { ended };
}

/** A check that needs no more than what was read. */
const found = async (_: TenantId, state: string) => state;

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
    underLocks,
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
  const [tenant, ends] = [newTenant(), deferred<void>()];
  const locked = sharedTenantLocks(pools.locks, underLocks, async () => state, found);
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
  const ends = deferred<void>();
  const locked = sharedTenantLocks(pools.locks, underLocks, async () => 'active', found);
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
  const ends = deferred<void>();
  const transactions = new Set<unknown>();
  const locked = sharedTenantLocks(
    pools.locks,
    underLocks,
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

test('a tenant whose lock is held takes one connection, and no other tenant waits for it', async () => {
  let state = 'active';
  const [busy, other, ends] = [newTenant(), newTenant(), deferred<void>()];
  onTestFinished(() => ends.resolve());
  const locked = sharedTenantLocks(pools.locks, underLocks, async () => state, found);
  const signedIn = (tenant: TenantId) =>
    underLocks(tenant, { shared: [tenantLock(tenant)], exclusive: [] }, async () => state);
  const change = await begun(busy, async () => {
    await ends.promise;
    state = 'suspended';
  });
  const waiting = Array.from({ length: 20 }, () => [locked(busy, async (now) => now), signedIn(busy)]).flat();
  await expect.poll(() => advisoryLocks(false)).toBeGreaterThan(0);

  const others = Array.from({ length: 20 }, () => [
    locked(other, async (now) => now),
    signedIn(other),
  ]).flat();
  expect(new Set(await Promise.all(others))).toEqual(new Set(['active']));
  expect(await advisoryLocks(false)).toBe(1);
  ends.resolve();
  await change.ended;
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['suspended']));
  await expect.poll(() => advisoryLocks(true)).toBe(0);
});

test('all requests that wait for a lock are refused when the wait is over, and later ones wait again', async () => {
  const impatient = new Pool({ connectionString: database.url, max: 2, options: '-c statement_timeout=200' });
  onTestFinished(() => impatient.end());
  const underTheirLocks = openLocks(impatient);
  const [tenant, ends] = [newTenant(), deferred<void>()];
  onTestFinished(() => ends.resolve());
  const locked = sharedTenantLocks(impatient, underTheirLocks, async () => 'active', found);
  const signedIn = () =>
    underTheirLocks(tenant, { shared: [tenantLock(tenant)], exclusive: [] }, async () => 'active');
  const change = await begun(tenant, () => ends.promise);
  const refused = await Promise.allSettled([
    locked(tenant, async (now) => now),
    locked(tenant, async (now) => now),
    signedIn(),
    signedIn(),
  ]);
  expect(refused.map((result) => result.status === 'rejected' && isOutage(result.reason))).toEqual(
    refused.map(() => true),
  );
  ends.resolve();
  await change.ended;
  // On a busy machine, these too may take longer than a statement may.
  await expect
    .poll(() => Promise.all([locked(tenant, async (now) => now), signedIn()]).catch(() => []))
    .toEqual(['active', 'active']);
});
