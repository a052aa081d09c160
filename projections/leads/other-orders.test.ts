import { randomUUID } from 'node:crypto';
import { listOtherOrders } from '@crm/contracts/leads/read.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { type TenantId, UserId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { leadStream } from '@crm/events/streams.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const [tenant, rival] = [newTenant(), newTenant()];
const admin = callerOf('admin', tenant);
const priya = { id: UserId.parse(randomUUID()), name: 'Priya Nair' };
const operator = callerOf('operator', tenant, { id: priya.id });

async function addLead(of: TenantId, orderId: string, phone: string, alternatePhone: string | null = null) {
  const customer = { ...blankDetails.customer, fullName: 'Asha Rao', phone, alternatePhone };
  const id = leadIdOf(of, orderId);
  const toPriya: LeadEvent[] = orderId.startsWith('PRIYA')
    ? [{ type: 'LeadAssigned', data: { operator: priya, from: null, reason: null } }]
    : [];
  await world.say(leadStream(id), of, [
    { type: 'LeadCreated', data: { orderId, orderedAt: null, details: { ...blankDetails, customer } } },
    ...toPriya,
  ]);
  return id;
}
const ordersOf = async (id: string, caller = admin) =>
  (await world.ask(listOtherOrders, caller, { params: { id } })).data.map(({ orderId }) => orderId);

test("finds the customer's other orders by either phone, newest first, within one tenant", async () => {
  const first = await addLead(tenant, 'PRIYA-1', '+91 98765-43210');
  const second = await addLead(tenant, 'A-2', '+91 90000 00002', '0091 98765 43210');
  await addLead(tenant, 'PRIYA-3', '+91 (90000) 00002');
  await addLead(tenant, 'A-4', '+91 90000 00004');
  const foreign = await addLead(rival, 'R-1', '+91 98765-43210');

  expect(await ordersOf(first)).toEqual(['A-2']);
  expect(await ordersOf(second)).toEqual(['PRIYA-3', 'PRIYA-1']);
  expect(await ordersOf(second, callerOf('operator', tenant, { seesAllLeads: true }))).toHaveLength(2);
  expect(await ordersOf(first, operator)).toEqual([]);
  expect(await world.refusal(listOtherOrders, operator, { params: { id: second } })).toBe('lead-not-found');
  expect(await world.refusal(listOtherOrders, admin, { params: { id: foreign } })).toBe('lead-not-found');
});
