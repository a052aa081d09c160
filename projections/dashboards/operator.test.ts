import { operatorDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { workQueue } from '@crm/contracts/work/work.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { leadStream } from '@crm/events/streams.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenant = newTenant();
const operator = callerOf('operator', tenant);
const { id, name } = operator;

async function addLead(orderId: string, ...then: LeadEvent[]) {
  const lead = leadIdOf(tenant, orderId);
  const details = { ...blankDetails, handling: { ...blankDetails.handling, isUrgent: true } };
  await world.say(leadStream(lead), tenant, [
    { type: 'LeadCreated', data: { orderId, orderedAt: null, details } },
    { type: 'LeadAssigned', data: { operator: { id, name }, from: null, reason: null } },
    ...then,
  ]);
  return lead;
}

test('an open lead is still open after its personal data was erased, but not urgent and not in the queue', async () => {
  const lead = await addLead('OPEN');
  await addLead('CLOSED', {
    type: 'LeadStatusChanged',
    data: { from: 'processing', to: 'approved', reason: null },
  });
  const figures = async () => {
    const { assignedLeads, openLeads, completedLeads } = (await world.ask(operatorDashboard, operator, {}))
      .data;
    const totalOf = async (open: boolean) =>
      (await world.ask(listLeads, operator, { query: { open } })).pagination?.total;
    return {
      assignedLeads,
      openLeads,
      completedLeads,
      open: await totalOf(true),
      completed: await totalOf(false),
    };
  };
  const waiting = async () => {
    const { data: dashboard } = await world.ask(operatorDashboard, operator, {});
    const { data: queue } = await world.ask(workQueue, operator, {});
    const urgent = await world.ask(listLeads, operator, { query: { urgent: true } });
    return [dashboard.urgentTotal, urgent.pagination?.total, queue.candidates];
  };
  const before = await figures();
  expect(before).toEqual({ assignedLeads: 2, openLeads: 1, completedLeads: 1, open: 1, completed: 1 });
  expect(await waiting()).toEqual([1, 1, [lead]]);

  await world.say(leadStream(lead), tenant, [{ type: 'LeadErased', data: { reason: 'She asked for it' } }]);
  expect(await figures()).toEqual(before);
  expect(await waiting()).toEqual([0, 0, []]);
});
