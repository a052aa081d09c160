import { randomUUID } from 'node:crypto';
import { listTenants } from '@crm/contracts/tenants/tenants.ts';
import { LeadId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { leadCreated, leadDeleted, leadRestored } from '@crm/events/leads/story.ts';
import { leadStream, tenantStream } from '@crm/events/streams.ts';
import { tenantCreated } from '@crm/events/tenants/story.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

test('counts a lead once, also after its deletion and the undo of it', async () => {
  const tenant = newTenant();
  const [first, second] = [randomUUID(), randomUUID()].map((id) => leadStream(LeadId.parse(id)));
  if (!first || !second) throw new Error('Two streams');
  const leads = async () => {
    const { data } = await world.ask(listTenants, callerOf('super_admin', tenant), {});
    return data.map((each) => each.leads);
  };
  await world.say(tenantStream(tenant), tenant, [tenantCreated()]);
  expect(await leads()).toEqual([0]);
  await world.say(first, tenant, [leadCreated()]);
  await world.say(second, tenant, [leadCreated()]);
  expect(await leads()).toEqual([2]);
  await world.say(first, tenant, [leadDeleted()]);
  expect(await leads()).toEqual([2]);
  const deleted = {
    ...{ orderId: 'A-1', details: blankDetails, createdAt: '2025-01-01T09:00:00.000Z' },
    comments: { count: 0, lastCall: null },
  };
  await world.say(first, tenant, [leadRestored({ deleted })]);
  expect(await leads()).toEqual([2]);
});
