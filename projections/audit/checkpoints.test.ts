import { listAllAuditCheckpoints, listAuditCheckpoints } from '@crm/contracts/audit/audit.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const [quiet, busy] = [newTenant(), newTenant()];
const superAdmin = callerOf('super_admin', quiet);

/** One checkpoint a day, up to `age` days ago. */
const sign = (tenant: TenantId, days: number, age = 0) =>
  db.everyTenant.query(
    `insert into audit_checkpoints (tenant, events, hash, signed_at, public_key, signature)
     select $1, day, 'hash ' || day, date '2026-01-01' - ($3 + $2 - day) * interval '1 day', 'key', 'signature'
       from generate_series(1, $2::int) day`,
    [tenant, days, age],
  );

beforeAll(async () => {
  await sign(busy, 4_003);
  await sign(quiet, 2, 5_000);
});

test('the download of all organisations has the newest checkpoint of each, then older ones, and says that it is cut', async () => {
  const { data } = await world.ask(listAllAuditCheckpoints, superAdmin, {});
  const [first, second, ...older] = data.checkpoints;
  expect(first).toMatchObject({ tenant: busy, events: 4_003, signedAt: '2026-01-01T00:00:00.000Z' });
  expect(second).toMatchObject({ tenant: quiet, events: 2 });
  expect(older.map(({ events }) => events)).toEqual(Array.from({ length: 4_000 }, (_, n) => 4_002 - n));
  expect(data.cut).toBe(true);
});

test('the download of one organisation has its own', async () => {
  const { data } = await world.ask(listAuditCheckpoints, callerOf('admin', quiet), {});
  expect(data.checkpoints.map(({ tenant, events }) => [tenant, events])).toEqual([
    [quiet, 2],
    [quiet, 1],
  ]);
  expect(data.cut).toBe(false);
});
