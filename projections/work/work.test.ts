import { randomUUID } from 'node:crypto';
import { listCallbacks, teamWork, workQueue } from '@crm/contracts/work/work.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { LeadEvent, OperatorRef } from '@crm/events/leads/events.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { leadStream, tenantStream, userStream, workerStream } from '@crm/events/streams.ts';
import { details, userEdited } from '@crm/events/users/story.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';
import { skippedBy } from './leads.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenant = newTenant();
const priya = callerOf('operator', tenant, { name: 'Priya' });
const refOf = ({ id, name }: typeof priya): OperatorRef => ({ id, name });

let orders = 0;
async function addLead(...then: LeadEvent[]) {
  orders += 1;
  const orderId = `WORK-${orders}`;
  const id = leadIdOf(tenant, orderId);
  const created: LeadEvent = {
    type: 'LeadCreated',
    data: { orderId, orderedAt: null, details: blankDetails },
  };
  await world.say(leadStream(id), tenant, [created, ...then]);
  const say = (...events: LeadEvent[]) => world.say(leadStream(id), tenant, events);
  return { id, orderId, say };
}

const assigned = (operator: typeof priya): LeadEvent => ({
  type: 'LeadAssigned',
  data: { operator: refOf(operator), from: null, reason: null },
});
const unassigned = (operator: typeof priya): LeadEvent => ({
  type: 'LeadUnassigned',
  data: { from: refOf(operator), reason: null },
});
const taken = (operator: typeof priya): LeadEvent => {
  const until = new Date(Date.now() + 20 * 60_000).toISOString();
  return { type: 'LeadTaken', data: { operator: refOf(operator), until, fromPool: false } };
};
const released = (
  operator: typeof priya,
  reason: Extract<LeadEvent, { type: 'LeadReleased' }>['data']['reason'],
): LeadEvent => ({ type: 'LeadReleased', data: { operator: refOf(operator), reason } });
const changed = (from: LeadStatus, to: LeadStatus): LeadEvent => ({
  type: 'LeadStatusChanged',
  data: { from, to, reason: 'Cleaning up' },
});
const trashed = changed('processing', 'trash');
const restored = (deleted: Extract<LeadEvent, { type: 'LeadRestored' }>['data']['deleted']): LeadEvent => ({
  type: 'LeadRestored',
  data: {
    undoes: randomUUID(),
    from: deleted ? 'processing' : 'trash',
    to: 'processing',
    reason: null,
    operator: refOf(priya),
    pending: null,
    deleted,
  },
});

const callbacksOf = async (caller: typeof priya) =>
  (await world.ask(listCallbacks, caller, {})).data.map(({ _id }) => _id);
const queueOf = async (caller: typeof priya) => (await world.ask(workQueue, caller, {})).data;

describe('a skipped lead', () => {
  const omar = callerOf('operator', tenant, { name: 'Omar' });
  const skip = (operator: typeof priya) => [
    assigned(operator),
    taken(operator),
    released(operator, 'skipped'),
    unassigned(operator),
  ];

  test('stays skipped by an operator when another one skips it too', async () => {
    await world.say(tenantStream(tenant), tenant, [
      { type: 'TenantCreated', data: { organizationName: 'Demo Sales' } },
      { type: 'SettingsChanged', data: { changes: { takingAllowed: true } } },
    ]);
    const { id, say } = await addLead();
    const { id: other } = await addLead();
    expect((await queueOf(priya)).candidates).toEqual([id, other]);
    await say(...skip(priya));
    expect((await queueOf(priya)).candidates).toEqual([other]);
    expect((await queueOf(omar)).candidates).toEqual([id, other]);
    await say(...skip(omar));
    expect((await queueOf(priya)).candidates).toEqual([other]);
    expect((await queueOf(omar)).candidates).toEqual([other]);

    // Assigned to the operator, it is no candidate of the own leads either.
    await say(assigned(priya));
    expect((await queueOf(priya)).candidates).toEqual([other]);
    await say(unassigned(priya));
    expect((await queueOf(callerOf('operator', tenant))).candidates).toEqual([id, other]);
  });

  test('has the skips of the last hour only', () => {
    const at = (time: string) => new Date(`2026-01-01T${time}:00.000Z`);
    const { skips } = skippedBy(priya.id, null, at('09:00'));
    expect(skippedBy(omar.id, skips, at('09:59'))).toEqual({
      skips: { [priya.id]: '2026-01-01T10:00:00.000Z', [omar.id]: '2026-01-01T10:59:00.000Z' },
      skipped_by: omar.id,
      skipped_until: at('10:59'),
    });
    expect(skippedBy(omar.id, skips, at('10:00'))).toEqual({
      skips: { [omar.id]: '2026-01-01T11:00:00.000Z' },
      skipped_by: omar.id,
      skipped_until: at('11:00'),
    });
  });
});

describe('a promised call', () => {
  const promised = (to = priya, inMs = -1_000): LeadEvent => ({
    type: 'LeadCallbackSet',
    data: { at: new Date(Date.now() + inMs).toISOString(), operator: refOf(to) },
  });

  test('of an unassigned lead waits for its time and is then the first that another operator gets', async () => {
    const nora = callerOf('operator', tenant, { name: 'Nora' });
    const left = (...promise: LeadEvent[]) => addLead(assigned(priya), ...promise, unassigned(priya));
    const before = await queueOf(nora);
    const { id: plain } = await left();
    const { id: later } = await left(promised(priya, 3_600_000));
    const { id: due } = await left(promised(priya));
    const { id: earliest, say } = await left(promised(priya, -3_600_000));
    const { candidates, counts } = await queueOf(nora);
    expect(candidates).toEqual([earliest, due, ...before.candidates, plain]);
    expect(candidates).not.toContain(later);
    expect(counts.unassigned).toBe(before.counts.unassigned + 3);

    await say(assigned(nora), taken(nora));
    expect((await queueOf(nora)).current).toMatchObject({ lead: { _id: earliest }, why: 'callback' });
    await say(released(nora, 'skipped'), unassigned(nora));
    expect((await queueOf(nora)).candidates).toEqual([due, ...before.candidates, plain]);
  });

  test('is counted in the queue also beyond those that are listed, unless it is taken', async () => {
    const yusuf = callerOf('operator', tenant, { name: 'Yusuf' });
    for (let n = 0; n < 53; n += 1)
      await addLead(assigned(yusuf), promised(yusuf), ...(n < 2 ? [taken(yusuf)] : []));
    expect((await queueOf(yusuf)).counts.callbacks).toBe(51);
    expect(await callbacksOf(yusuf)).toHaveLength(50);
  });

  test('is hidden while the lead is closed, and there again when it is reopened', async () => {
    const { id, say } = await addLead(assigned(priya), promised());
    expect(await callbacksOf(priya)).toContain(id);
    await say(trashed);
    expect(await callbacksOf(priya)).not.toContain(id);
    expect((await queueOf(priya)).candidates).not.toContain(id);
    await say(restored(null));
    expect(await callbacksOf(priya)).toContain(id);
    expect((await queueOf(priya)).candidates).toContain(id);

    await say(changed('processing', 'approved'), changed('approved', 'hold'));
    expect(await callbacksOf(priya)).toContain(id);
  });

  test('is hidden while the lead is deleted, and there again when the deletion is undone', async () => {
    const { id, orderId, say } = await addLead(assigned(priya), promised());
    await say({ type: 'LeadDeleted', data: { reason: null } });
    expect(await callbacksOf(priya)).not.toContain(id);
    const createdAt = new Date().toISOString();
    const comments = { count: 0, lastCall: null };
    await say(restored({ orderId, details: blankDetails, createdAt, comments }));
    expect(await callbacksOf(priya)).toContain(id);
  });

  test('ends with the erasure of the lead', async () => {
    const { id, say } = await addLead(assigned(priya), promised());
    await say({ type: 'LeadErased', data: { reason: 'She asked for it' } });
    expect(await callbacksOf(priya)).not.toContain(id);
  });

  test('of a closed lead moves with its operator; lease and skip do not come back', async () => {
    const omar = callerOf('operator', tenant, { name: 'Omar' });
    const { id, say } = await addLead(assigned(priya), promised(), taken(priya), released(priya, 'skipped'));
    expect(await callbacksOf(priya)).not.toContain(id);
    await say(taken(priya), released(priya, 'withdrawn'), trashed, assigned(omar));
    await say(changed('trash', 'processing'));
    expect(await callbacksOf(priya)).not.toContain(id);
    expect(await callbacksOf(omar)).toContain(id);
    await say(assigned(priya));
    expect(await callbacksOf(priya)).toContain(id);
    expect((await queueOf(priya)).current).toBeNull();
  });
});

test('the team is those who work as operators now', async () => {
  const lena = callerOf('operator', tenant, { name: 'Lena' });
  const admin = callerOf('admin', tenant);
  const team = async () => (await world.ask(teamWork, admin, {})).data.map(({ operatorId }) => operatorId);
  const created = { ...details, username: 'lena', email: 'lena@example.test', fullName: 'Lena' };
  await world.say(userStream(lena.id), tenant, [{ type: 'UserCreated', data: { details: created } }]);
  await addLead(assigned(lena), taken(lena), released(lena, 'skipped'));
  expect(await team()).toEqual([lena.id]);
  await world.say(userStream(lena.id), tenant, [userEdited({ role: 'admin' })]);
  expect(await team()).toEqual([]);
  await world.say(userStream(lena.id), tenant, [userEdited({ role: 'operator' })]);
  expect(await team()).toEqual([lena.id]);
});

test('an operator whose id is in the events of another organisation has an own state', async () => {
  const here = newTenant();
  const dana = callerOf('operator', here, { name: 'Dana' });
  const stream = leadStream(leadIdOf(tenant, 'FOREIGN'));
  const created: LeadEvent = {
    type: 'LeadCreated',
    data: { orderId: 'FOREIGN', orderedAt: null, details: blankDetails },
  };
  await world.say(stream, tenant, [created, taken(dana)]);
  await world.say(workerStream(dana.id), here, [{ type: 'BreakStarted', data: {} }]);
  expect((await queueOf(dana)).isOnBreak).toBe(true);
});
