import { randomUUID } from 'node:crypto';
import { platformAnalytics } from '@crm/contracts/dashboards/platform.ts';
import { listPayments } from '@crm/contracts/payments/payments.ts';
import { listSubscribers } from '@crm/contracts/subscriptions/subscriptions.ts';
import { listTenants } from '@crm/contracts/tenants/tenants.ts';
import { LeadId, PaymentId } from '@crm/events/ids.ts';
import { leadCreated } from '@crm/events/leads/story.ts';
import { captured, ordered } from '@crm/events/payments/story.ts';
import { leadStream, paymentStream, subscriptionStream, tenantStream } from '@crm/events/streams.ts';
import { granted } from '@crm/events/subscriptions/story.ts';
import { importBatch, tenantCreated, tenantImported } from '@crm/events/tenants/story.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenant = newTenant();
const superAdmin = callerOf('super_admin', tenant);

async function seen() {
  await world.caughtUp();
  const figures = (await world.ask(platformAnalytics, superAdmin, {})).data;
  return {
    tenants: (await world.ask(listTenants, superAdmin, {})).data.length,
    subscriptions: (await world.ask(listSubscribers, superAdmin, {})).data.subscriptions.length,
    payments: (await world.ask(listPayments, superAdmin, {})).data.length,
    active: figures.tenants.active,
    leads: figures.leadsByDay.reduce((sum, { leads }) => sum + leads, 0),
    paid: figures.revenueByMonth.reduce((sum, { payments }) => sum + payments, 0),
  };
}

test('super admins see an organisation and its figures from the end of its import on', async () => {
  const imported = { imported: importBatch };
  const payment = paymentStream(PaymentId.parse(randomUUID()));
  await world.say(tenantStream(tenant), tenant, [tenantCreated()], imported);
  await world.say(subscriptionStream(tenant), tenant, [granted()], imported);
  await world.say(payment, tenant, [ordered(), captured()], imported);
  await world.say(leadStream(LeadId.parse(randomUUID())), tenant, [leadCreated()], imported);
  expect(await seen()).toEqual({ tenants: 0, subscriptions: 0, payments: 0, active: 0, leads: 0, paid: 0 });
  await world.say(tenantStream(tenant), tenant, [tenantImported()]);
  expect(await seen()).toEqual({ tenants: 1, subscriptions: 1, payments: 1, active: 1, leads: 1, paid: 1 });
});

test('super admins see the payment of an organisation that does not exist yet', async () => {
  const before = await seen();
  await world.say(paymentStream(PaymentId.parse(randomUUID())), newTenant(), [ordered()]);
  expect(await seen()).toEqual({ ...before, payments: before.payments + 1 });
});
