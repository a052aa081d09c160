import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { expect, test } from 'vitest';
import { recorded, someTenant } from '../test/recorded.ts';
import { allErasedTenants, erasedTenantsOf, foldedBy } from './erased.ts';

const { everyTenant: db } = await testDatabase();

test('events of erased tenants reach no table but those that keep their rows', async () => {
  const erased = TenantId.parse(randomUUID());
  await db.query('insert into erased_tenants (tenant) values ($1)', [erased]);
  const [kept] = recorded(`offer-${randomUUID()}`, [{ type: 'OfferDeleted', data: {} }]);
  if (!kept) throw new Error('One event was recorded');
  const gone = { ...kept, meta: { ...kept.meta, tenant: erased } };
  const history = [kept, gone];
  for (const found of [await erasedTenantsOf(history, db), await allErasedTenants(db)]) {
    expect([...found]).toEqual([erased]);
    const tenantsOf = (...tables: { keepsErasedTenants?: true }[]) =>
      foldedBy(tables, history, found).map(({ meta }) => meta.tenant);
    expect(tenantsOf({})).toEqual([someTenant]);
    expect(tenantsOf({ keepsErasedTenants: true })).toEqual([someTenant, erased]);
    expect(tenantsOf({}, { keepsErasedTenants: true })).toEqual([someTenant, erased]);
  }
});
