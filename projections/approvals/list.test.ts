import { randomUUID } from 'node:crypto';
import { listApprovals, listRejectedRequests } from '@crm/contracts/approvals/approvals.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { LeadId, OfferId, UserId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { leadStream } from '@crm/events/streams.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenant = newTenant();
const admin = callerOf('admin', tenant);
const priya = { id: UserId.parse(randomUUID()), name: 'Priya Nair' };
const omar = { id: UserId.parse(randomUUID()), name: 'Omar Haddad' };
const asPriya = callerOf('operator', tenant, { id: priya.id });
const oil = OfferId.parse(randomUUID());

type Sample = {
  orderId: string;
  operator?: typeof priya;
  to?: LeadStatus;
  total?: number;
  offer?: OfferId;
  hoursAgo?: number;
  more?: LeadEvent[];
};

/** A lead whose operator called, and then requested a status with a comment. */
async function request(sample: Sample): Promise<string> {
  const {
    orderId,
    operator = priya,
    to = 'approved',
    total = 1000,
    offer = null,
    hoursAgo = 0,
    more = [],
  } = sample;
  const id = LeadId.parse(randomUUID());
  const details = {
    ...blankDetails,
    customer: { ...blankDetails.customer, fullName: `Customer ${orderId}`, phone: '+91 98765 43210' },
    address: { ...blankDetails.address, city: 'Kochi' },
    product: { ...blankDetails.product, name: 'Knee oil', offerId: offer, price: total, total },
  };
  const requestedAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  const change = { from: 'processing' as const, to, reason: `Why ${orderId}` };
  const events: LeadEvent[] = [
    { type: 'LeadCreated', data: { orderId, orderedAt: null, details } },
    { type: 'LeadAssigned', data: { operator, from: null, reason: null } },
    {
      type: 'LeadStatusChangeRequested',
      data: { requestId: randomUUID(), ...change, by: operator, requestedAt, replaces: null },
    },
    commented(`Comment ${orderId}`, change),
    ...more,
  ];
  await world.say(leadStream(id), tenant, events);
  return id;
}

const commented = (
  content: string,
  statusChange: { from: LeadStatus; to: LeadStatus; reason: string } | null = null,
): LeadEvent => ({
  type: 'LeadCommented',
  data: {
    commentId: randomUUID(),
    content,
    type: 'internal',
    isInternal: true,
    isImportant: false,
    author: 'Priya Nair',
    statusChange,
  },
});

const rejected = (notes: string): LeadEvent => ({
  type: 'LeadStatusChangeRejected',
  data: { requestId: randomUUID(), to: 'approved', notes },
});

beforeAll(async () => {
  await request({ orderId: 'A-1', hoursAgo: 50, more: [commented('Connected - Call Back')] });
  await request({ orderId: 'A-2', hoursAgo: 30, operator: omar, total: 3000 });
  await request({ orderId: 'A-3', hoursAgo: 5, to: 'cancelled', offer: oil, total: 2000 });
  await request({ orderId: 'R-1', more: [rejected('No address')] });
  await request({ orderId: 'R-2', more: [rejected('Call again')] });
  await request({ orderId: 'R-3', operator: omar, more: [rejected('Wrong phone')] });
  await world.caughtUp();
});

const listed = async (query: object) => {
  const { data, pagination } = await world.ask(listApprovals, admin, { query });
  expect(pagination?.total).toBe(data.length);
  return data.map(({ orderId }) => orderId);
};

describe('the list of approvals', () => {
  test('has the facts that a decision needs', async () => {
    const { data } = await world.ask(listApprovals, admin, { query: {} });
    expect(data[0]).toMatchObject({
      orderId: 'A-1',
      fullName: 'Customer A-1',
      city: 'Kochi',
      productName: 'Knee oil',
      total: 10,
      lastCall: { connection: 'connected', reason: 'Call Back' },
      assignedOperator: { fullName: 'Priya Nair' },
      pendingStatusChange: { newStatus: 'approved', reason: 'Why A-1', comment: 'Comment A-1' },
    });
  });

  test.each([
    ['nothing, the oldest request first', {}, ['A-1', 'A-2', 'A-3']],
    ['a search', { search: 'customer a-2' }, ['A-2']],
    ['the operator', { assignedOperator: omar.id }, ['A-2']],
    ['the requested status', { requestedStatus: 'cancelled' }, ['A-3']],
    ['the product', { offer: oil }, ['A-3']],
    ['the age', { waitingHours: 24 }, ['A-1', 'A-2']],
    ['several filters', { waitingHours: 24, requestedStatus: 'approved', search: 'A-1' }, ['A-1']],
    ['filters that nothing matches', { requestedStatus: 'trash' }, []],
  ])('filters by %s', async (_, query, orderIds) => expect(await listed(query)).toEqual(orderIds));

  test.each([
    ['the total', { sortBy: 'total', sortOrder: 'desc' }, ['A-2', 'A-3', 'A-1']],
    ['the order id', { sortBy: 'orderId', sortOrder: 'desc' }, ['A-3', 'A-2', 'A-1']],
    ['the time of the request', { sortOrder: 'desc' }, ['A-3', 'A-2', 'A-1']],
  ])('sorts by %s', async (_, query, orderIds) => expect(await listed(query)).toEqual(orderIds));

  test('has pages with the total of all', async () => {
    const { data, pagination } = await world.ask(listApprovals, admin, { query: { page: 2, limit: 2 } });
    expect(data.map(({ orderId }) => orderId)).toEqual(['A-3']);
    expect(pagination).toMatchObject({ total: 3, totalPages: 2 });
  });
});

describe('rejected requests', () => {
  test('lists those of the caller, the latest first', async () => {
    const { data } = await world.ask(listRejectedRequests, asPriya, {});
    expect(data).toMatchObject({
      total: 2,
      leads: [
        { orderId: 'R-2', rejectedStatusChange: { newStatus: 'approved', reason: 'Call again' } },
        { orderId: 'R-1', rejectedStatusChange: { newStatus: 'approved', reason: 'No address' } },
      ],
    });
  });

  test('has a lead again when its deletion is undone', async () => {
    const { data: before } = await world.ask(listRejectedRequests, asPriya, {});
    const [lead] = before.leads;
    if (!lead) throw new Error('Priya has rejected requests');
    const { newStatus: to, reason, rejectedAt: at, rejectedBy: by } = lead.rejectedStatusChange;
    const stream = leadStream(LeadId.parse(lead._id));
    await world.say(stream, tenant, [{ type: 'LeadDeleted', data: { reason: null } }]);
    expect((await world.ask(listRejectedRequests, asPriya, {})).data.total).toBe(before.total - 1);
    const { orderId, fullName } = lead;
    const deleted = {
      orderId,
      details: { ...blankDetails, customer: { ...blankDetails.customer, fullName } },
      createdAt: new Date().toISOString(),
      comments: { count: 1, lastCall: null },
      requestComment: `Comment ${orderId}`,
      rejection: { to, reason, at, by },
    };
    const status = { from: 'processing', to: 'processing', reason: null, pending: null } as const;
    const restored: LeadEvent = {
      type: 'LeadRestored',
      data: { undoes: randomUUID(), ...status, operator: priya, deleted },
    };
    await world.say(stream, tenant, [restored]);
    expect((await world.ask(listRejectedRequests, asPriya, {})).data).toEqual(before);
  });

  test('is a filter of the leads list, as are pending requests', async () => {
    const leads = async (statusRequest: 'pending' | 'rejected') => {
      const query = { statusRequest, sortBy: 'orderId' as const, sortOrder: 'asc' as const };
      const { data } = await world.ask(listLeads, asPriya, { query });
      return data.map(({ orderId, rejectedStatusChange }) => [orderId, rejectedStatusChange?.reason]);
    };
    expect(await leads('rejected')).toEqual([
      ['R-1', 'No address'],
      ['R-2', 'Call again'],
    ]);
    expect((await leads('pending')).map(([orderId]) => orderId)).toEqual(['A-1', 'A-3']);
  });
});
