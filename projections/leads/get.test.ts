import { randomUUID } from 'node:crypto';
import { listApprovals } from '@crm/contracts/approvals/approvals.ts';
import { checkDuplicate, getLead, listComments, listLeads } from '@crm/contracts/leads/read.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import type { EventMeta } from '@crm/events/envelope/envelope.ts';
import { type LeadId, OfferId, type TenantId, UserId } from '@crm/events/ids.ts';
import { blankDetails, type LeadDetails } from '@crm/events/leads/details.ts';
import { editsOf } from '@crm/events/leads/edits.ts';
import type { LeadEvent, OperatorRef } from '@crm/events/leads/events.ts';
import type { OfferEvent } from '@crm/events/offers/events.ts';
import { leadStream, offerStream, userStream } from '@crm/events/streams.ts';
import { userCreated, userEdited } from '@crm/events/users/story.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyEvent, callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const [tenant, rival] = [newTenant(), newTenant()];
const [admin, rivalAdmin] = [callerOf('admin', tenant), callerOf('admin', rival)];
const priya: OperatorRef = { id: UserId.parse(randomUUID()), name: 'Priya Nair' };
const gone: OperatorRef = { id: UserId.parse(randomUUID()), name: 'Gone Already' };
const operator = callerOf('operator', tenant, { id: priya.id });
const other = callerOf('operator', tenant);
const oil = OfferId.parse(randomUUID());

const say = (id: LeadId, of: TenantId, events: LeadEvent[], by: Partial<EventMeta> = {}) =>
  world.say(leadStream(id), of, events, by);

let orders = 0;
async function addLead(of: TenantId, more: Partial<LeadDetails> = {}, then: LeadEvent[] = []) {
  orders += 1;
  const orderId = `ORD-${orders}`;
  const id = leadIdOf(of, orderId);
  await say(id, of, [
    { type: 'LeadCreated', data: { orderId, orderedAt: null, details: { ...blankDetails, ...more } } },
    ...then,
  ]);
  return id;
}
const to = (who: OperatorRef): LeadEvent => ({
  type: 'LeadAssigned',
  data: { operator: who, from: null, reason: null },
});
const requested = (requestId: string, requestedAt = new Date().toISOString()): LeadEvent => ({
  type: 'LeadStatusChangeRequested',
  data: {
    requestId,
    from: 'processing',
    to: 'approved',
    reason: 'Order placed',
    by: priya,
    requestedAt,
    replaces: null,
  },
});

const commented: Extract<LeadEvent, { type: 'LeadCommented' }> = {
  type: 'LeadCommented',
  data: {
    commentId: randomUUID(),
    content: 'hello',
    type: 'internal',
    isInternal: true,
    isImportant: false,
    author: 'Priya',
    statusChange: null,
  },
};

beforeAll(async () => {
  await world.say(userStream(priya.id), tenant, [userCreated(), userEdited({ fullName: 'Priya N.' })]);
  const offered: OfferEvent = {
    type: 'OfferCreated',
    data: {
      details: {
        name: 'Knee oil',
        category: 'other',
        price: 4999,
        currency: 'INR',
        stockQuantity: null,
        isActive: true,
      },
    },
  };
  await world.say(offerStream(oil), tenant, [offered]);
});

test('the timeline of a lead has the author, time, origin and changes of each event', async () => {
  const product = { ...blankDetails.product, name: 'Knee oil', price: 4999, total: 4999 };
  const id = await addLead(tenant, { product });
  const byAdmin: Partial<EventMeta> = {
    actor: { kind: 'user', id: admin.id, name: 'Anita', role: 'admin' },
    ip: '203.0.113.7',
    userAgent: 'Firefox',
  };
  const byPriya: Partial<EventMeta> = { actor: { kind: 'user', ...priya, role: 'operator' } };
  const requestId = randomUUID();
  const commentId = randomUUID();
  await say(id, tenant, [to(priya)], byAdmin);
  const changes = { customer: { fullName: 'Asha Rao' }, product: { offerId: oil, price: 2500, total: 2500 } };
  const edits = editsOf({ ...blankDetails, product }, changes);
  await say(id, tenant, [{ type: 'LeadEdited', data: { changes: edits } }], byAdmin);
  const comment = { commentId, content: 'Connected - Call', author: 'Priya Nair', statusChange: null };
  await say(
    id,
    tenant,
    [{ type: 'LeadCommented', data: { ...comment, type: 'follow_up', isInternal: true, isImportant: true } }],
    byPriya,
  );
  await say(id, tenant, [requested(requestId)], byPriya);
  const approval = {
    requestId,
    from: 'processing',
    to: 'approved',
    notes: 'Well done',
    automatic: false,
  } as const;
  await say(id, tenant, [{ type: 'LeadStatusChangeApproved', data: approval }], byAdmin);

  const { lead, comments, statusHistory, timeline } = (await world.ask(getLead, admin, { params: { id } }))
    .data;
  expect(lead).toMatchObject({
    fullName: 'Asha Rao',
    price: 25,
    status: 'approved',
    statusReason: 'Order placed',
    offer: { _id: oil, name: 'Knee oil' },
    assignedOperator: { _id: priya.id, fullName: 'Priya N.', username: 'priya', email: 'priya@example.test' },
    pendingStatusChange: null,
    commentCount: 1,
    revision: 5,
  });
  expect(comments).toEqual(lead.comments);
  expect(comments).toMatchObject([{ _id: commentId, isImportant: true, author: { fullName: 'Priya Nair' } }]);
  expect(statusHistory).toMatchObject([
    { status: 'approved', previousStatus: 'processing', reason: 'Order placed', changedBy: 'Anita' },
    { status: 'processing', previousStatus: null, changedBy: 'test' },
  ]);
  expect(timeline.map(({ event, type }) => [event, type])).toEqual([
    ['LeadStatusChangeApproved', 'status'],
    ['LeadStatusChangeRequested', 'status'],
    ['LeadCommented', 'follow_up'],
    ['LeadEdited', 'system'],
    ['LeadAssigned', 'assignment'],
    ['LeadCreated', 'system'],
  ]);
  expect(timeline[0]).toMatchObject({
    author: { fullName: 'Anita', role: 'admin' },
    metadata: {
      previousStatus: 'processing',
      newStatus: 'approved',
      reason: 'Well done',
      ipAddress: '203.0.113.7',
    },
  });
  expect(timeline[2]).toMatchObject({
    content: 'Connected - Call',
    isInternal: true,
    isImportant: true,
  });
  expect(timeline[3]?.metadata).toMatchObject({
    userAgent: 'Firefox',
    changes: [
      { field: 'fullName', label: 'Full Name', from: '', to: 'Asha Rao' },
      { field: 'offer', label: 'Offer', from: '', to: 'Knee oil' },
      { field: 'price', label: 'Unit Price', from: '49.99', to: '25.00' },
      { field: 'total', label: 'Total', from: '49.99', to: '25.00' },
    ],
  });
  expect(timeline[4]).toMatchObject({ content: 'Assigned to Priya Nair' });
});

test('an edit of version 1, which stores only new values, shows the previous values', async () => {
  const id = await addLead(tenant, { address: { ...blankDetails.address, city: 'Pune', state: 'Goa' } });
  const edit = (address: object): AnyEvent => ({
    type: 'LeadEdited',
    version: 1,
    data: { changes: { address } },
  });
  await world.say(leadStream(id), tenant, [edit({ city: 'Mumbai' }), edit({ city: null, nearBy: 'Temple' })]);
  const { lead, timeline } = (await world.ask(getLead, admin, { params: { id } })).data;
  expect(lead).toMatchObject({ city: null, nearBy: 'Temple', state: 'Goa' });
  expect(timeline.slice(0, 2).map(({ metadata }) => metadata.changes)).toEqual([
    [
      { field: 'nearBy', label: 'Near By', from: '', to: 'Temple' },
      { field: 'city', label: 'City', from: 'Mumbai', to: '' },
    ],
    [{ field: 'city', label: 'City', from: 'Pune', to: 'Mumbai' }],
  ]);
});

test('a deleted operator keeps the last known name', async () => {
  const id = await addLead(tenant, {}, [to(gone)]);
  const { lead } = (await world.ask(getLead, admin, { params: { id } })).data;
  expect(lead.assignedOperator).toEqual({ _id: gone.id, fullName: 'Gone Already', username: '', email: '' });
});

describe('access to a lead', () => {
  test("is limited to its operator and admins; another tenant's lead is not found", async () => {
    const mine = await addLead(tenant, {}, [to(priya)]);
    const unassigned = await addLead(tenant);
    const foreign = await addLead(rival, {}, [to(priya)]);
    const seen = async (caller: typeof admin, id: string) => {
      const [detail, comments] = await Promise.all([
        world.result(getLead, caller, { params: { id } }),
        world.result(listComments, caller, { params: { id } }),
      ]);
      expect(detail.kind).toBe(comments.kind);
      return detail.kind === 'refused' ? detail.refusal : 'seen';
    };
    expect(await seen(admin, mine)).toBe('seen');
    expect(await seen(admin, unassigned)).toBe('seen');
    expect(await seen(admin, foreign)).toBe('lead-not-found');
    expect(await seen(rivalAdmin, mine)).toBe('lead-not-found');
    expect(await seen(operator, mine)).toBe('seen');
    expect(await seen(operator, unassigned)).toBe('lead-not-found');
    expect(await seen(operator, foreign)).toBe('lead-not-found');
    expect(await seen(other, mine)).toBe('lead-not-found');
    expect(await seen({ ...other, seesAllLeads: true }, mine)).toBe('seen');
    expect(await seen(callerOf('super_admin', tenant), mine)).toBe('lead-not-found');
    expect(await seen(admin, randomUUID())).toBe('lead-not-found');
  });

  test('a deleted lead disappears from list, detail, comments and approvals at once', async () => {
    const id = await addLead(tenant, {}, [to(priya), commented, requested(randomUUID())]);
    const before = await world.ask(listLeads, admin, { query: {} });
    const waiting = await world.ask(listApprovals, admin, { query: {} });
    expect(waiting.data.map(({ _id }) => _id)).toContain(id);
    await say(id, tenant, [{ type: 'LeadDeleted', data: { reason: null } }]);
    const after = await world.ask(listLeads, admin, { query: {} });
    expect(after.pagination?.total).toBe((before.pagination?.total ?? 0) - 1);
    expect(after.data.map(({ _id }) => _id)).not.toContain(id);
    expect(await world.refusal(getLead, admin, { params: { id } })).toBe('lead-not-found');
    expect(await world.refusal(listComments, admin, { params: { id } })).toBe('lead-not-found');
    const left = await world.ask(listApprovals, admin, { query: {} });
    expect(left.data.map(({ _id }) => _id)).not.toContain(id);
  });

  test('an undone deletion restores the complete lead', async () => {
    const request = { requestId: randomUUID(), requestedAt: new Date().toISOString() };
    const statusChange = { from: 'processing', to: 'approved', reason: 'Order placed' } as const;
    const content = 'She agreed';
    const explained = { ...commented.data, commentId: randomUUID(), content, statusChange };
    const id = await addLead(tenant, {}, [
      to(priya),
      requested(request.requestId, request.requestedAt),
      { ...commented, data: explained },
    ]);
    const { lead, comments } = (await world.ask(getLead, admin, { params: { id } })).data;
    const { orderId, createdAt, revision } = lead;
    const deleted = {
      orderId,
      details: blankDetails,
      createdAt,
      comments: { count: 1, lastCall: null },
      requestComment: content,
    };
    await say(id, tenant, [
      { type: 'LeadDeleted', data: { reason: null } },
      {
        type: 'LeadRestored',
        data: {
          undoes: randomUUID(),
          from: 'processing',
          to: 'processing',
          reason: null,
          operator: priya,
          pending: { ...request, to: 'approved', reason: 'Order placed', by: priya },
          deleted,
        },
      },
    ]);
    const { data } = await world.ask(getLead, admin, { params: { id } });
    const { updatedAt } = data.lead;
    expect(data.lead).toEqual({ ...lead, updatedAt, revision: revision + 2 });
    expect(data.comments).toEqual(comments);
    expect(data.timeline[0]).toMatchObject({ type: 'system', content: 'Deletion undone' });
    const { data: found } = await world.ask(listLeads, admin, { query: { search: orderId } });
    expect(found.map(({ _id }) => _id)).toContain(id);
    const waiting = await world.ask(listApprovals, admin, { query: {} });
    expect(waiting.data.find(({ _id }) => _id === id)).toMatchObject({
      pendingStatusChange: { requestId: request.requestId, comment: content },
    });
  });
});

describe('duplicates', () => {
  const customer = {
    ...blankDetails.customer,
    fullName: 'Twin',
    phone: '+91 90000-11111',
    email: 'Twin@X.test',
  };
  const twins = (phone: string | null, email: string | null, caller = admin) =>
    world.ask(checkDuplicate, caller, { body: { phone, email } });

  test('are found by phone in any format or by email, within one tenant', async () => {
    const id = await addLead(tenant, { customer }, [to(priya)]);
    await addLead(rival, { customer });
    for (const [phone, email] of [
      ['09000011111', null],
      ['9000011111', null],
      [null, 'twin@x.TEST'],
      ['+91 (90000) 11111', 'twin@x.test'],
    ] as const) {
      const { data } = await twins(phone, email);
      expect(data).toMatchObject({ isDuplicate: true, leads: [{ _id: id, phone: '+91 90000-11111' }] });
    }
    expect((await twins('+91 90000-11112', 'twin@y.test')).data).toEqual({ isDuplicate: false, leads: [] });
    expect((await twins('+91 90000-11111', null, operator)).data.isDuplicate).toBe(true);
    expect((await twins('+91 90000-11111', null, other)).data.isDuplicate).toBe(false);
  });
});

test("approvals list the tenant's pending changes for admins, oldest first", async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const later = await addLead(rival, {}, [to(gone), requested(second, '2025-03-02T09:30:00.000Z')]);
  const id = await addLead(rival, {}, [to(gone), requested(first, '2025-03-01T09:30:00.000Z')]);
  await addLead(tenant, {}, [to(priya), requested(randomUUID())]);
  const { data, pagination } = await world.ask(listApprovals, rivalAdmin, { query: {} });
  expect(pagination?.total).toBe(2);
  expect(data.map(({ _id }) => _id)).toEqual([id, later]);
  expect(data[0]).toMatchObject({
    status: 'processing',
    assignedOperator: { fullName: 'Gone Already' },
    pendingStatusChange: {
      requestId: first,
      newStatus: 'approved',
      reason: 'Order placed',
      requestedBy: 'Priya Nair',
    },
  });
  expect(await world.refusal(listApprovals, operator, { query: {} })).toBe('admin-required');
});
