import { randomUUID } from 'node:crypto';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { expect, test } from 'vitest';
import { asTenant } from '../postgres/transaction.ts';
import { testDatabase } from '../test/database.ts';
import { CHUNK, chunkOf, keepIds, selectionOf, sweepSelections } from './selections.ts';

const { everyTenant: all } = await testDatabase();

const tenant = TenantId.parse('11111111-1111-4111-8111-111111111111');
const rival = TenantId.parse('22222222-2222-4222-8222-222222222222');
const user = UserId.parse('33333333-3333-4333-8333-333333333333');

test('stores ids in order, in chunks of a thousand', async () => {
  const ids = Array.from({ length: 2 * CHUNK + 5 }, () => randomUUID());
  const { id, total } = await keepIds(all, { tenant, user }, ids);
  expect(total).toBe(ids.length);
  expect(await chunkOf(all, tenant, id, 0)).toEqual(ids.slice(0, CHUNK));
  expect(await chunkOf(all, tenant, id, 2)).toEqual(ids.slice(2 * CHUNK));
  expect(await chunkOf(all, tenant, id, 3)).toBeNull();
});

test('returns a selection only to its tenant, and to its user if one is given', async () => {
  const { id } = await keepIds(all, { tenant, user }, [randomUUID()]);
  expect(await selectionOf(all, id, { tenant, user })).toEqual({ id, total: 1 });
  expect(await selectionOf(all, id, { tenant, user: null })).toEqual({ id, total: 1 });
  expect(await selectionOf(all, id, { tenant: rival, user: null })).toBeNull();
  expect(await selectionOf(all, id, { tenant, user: UserId.parse(randomUUID()) })).toBeNull();
  expect(await asTenant(all, rival, (tx) => chunkOf(tx, rival, id, 0))).toBeNull();
});

test('does not return an old selection, and deletes it with its chunks', async () => {
  const { id } = await keepIds(all, { tenant, user }, [randomUUID()]);
  await all.query(`update selections set created_at = now() - interval '31 days' where id = $1`, [id]);
  expect(await selectionOf(all, id, { tenant, user })).toBeNull();
  await sweepSelections(all, new AbortController().signal);
  expect((await all.query('select from selections where id = $1', [id])).rowCount).toBe(0);
  expect(await chunkOf(all, tenant, id, 0)).toBeNull();
});
