import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { expect, test } from 'vitest';
import { recorded, someTenant } from '../test/recorded.ts';
import { ofPresentTenants, presentTenantsOnly } from './erased.ts';

const { everyTenant: db } = await testDatabase();

test('events of erased tenants reach no read model but those that keep them', async () => {
  const erased = TenantId.parse(randomUUID());
  await db.query('insert into erased_tenants (tenant) values ($1)', [erased]);
  const [kept] = recorded(`offer-${randomUUID()}`, [{ type: 'OfferDeleted', data: {} }]);
  if (!kept) throw new Error('One event was recorded');
  const gone = { ...kept, meta: { ...kept.meta, tenant: erased } };
  const history = [kept, gone].map((event) => ({ ...event, version: 1 }));
  const tenantsOf = (events: readonly { meta: { tenant: string } }[]) =>
    events.map(({ meta }) => meta.tenant);

  const ordinary = {};
  expect(tenantsOf(await ofPresentTenants(ordinary, history, db))).toEqual([someTenant]);
  expect(tenantsOf((await presentTenantsOnly(ordinary, db))(history))).toEqual([someTenant]);
  const keeping = { keepsErased: true } as const;
  expect(tenantsOf(await ofPresentTenants(keeping, history, db))).toEqual([someTenant, erased]);
  expect(tenantsOf((await presentTenantsOnly(keeping, db))(history))).toEqual([someTenant, erased]);
});
