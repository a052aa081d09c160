import { randomUUID } from 'node:crypto';
import { activeOffers, getOffer, listOffers, offerNames, offerStats } from '@crm/contracts/offers/offers.ts';
import { LeadId, OfferId, type TenantId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import type { OfferDetails, OfferEvent } from '@crm/events/offers/events.ts';
import { leadStream, offerStream } from '@crm/events/streams.ts';
import { adminsOf, peopleOf } from '@crm/platform/live/rooms.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recorded, someTenant } from '../test/recorded.ts';
import { callerOf, newTenant, openWorld } from '../test/world.ts';
import { foldOffer, type OfferRow, offersProjection } from './table.ts';

const details = (more: Partial<OfferDetails> = {}): OfferDetails => ({
  name: 'Knee oil',
  category: 'joint-health',
  price: 4999,
  currency: 'INR',
  stockQuantity: 12,
  isActive: true,
  ...more,
});
const created = (more: Partial<OfferDetails> = {}): OfferEvent => ({
  type: 'OfferCreated',
  data: { details: details(more) },
});

test('foldOffer applies every event of an offer', () => {
  const id = randomUUID();
  const after = (...events: OfferEvent[]) =>
    recorded(`offer-${id}`, events).reduce<OfferRow | null>(foldOffer, null);
  expect(after(created())).toMatchObject({
    id,
    tenant: someTenant,
    name: 'Knee oil',
    price: 4999,
    stock_quantity: 12,
  });
  const edited: OfferEvent = { type: 'OfferEdited', data: { changes: { price: 100, stockQuantity: null } } };
  expect(after(created(), edited)).toMatchObject({
    name: 'Knee oil',
    price: 100,
    stock_quantity: null,
    created_at: new Date('2025-01-01T09:00:00.000Z'),
    updated_at: new Date('2025-01-01T09:01:00.000Z'),
  });
  expect(after(created(), { type: 'OfferDeleted', data: {} })).toBeNull();
  expect(after(edited)).toBeNull();
});

test.each([
  ['all users', { name: 'Slim Tea' }, peopleOf],
  ['all users', { price: 100 }, peopleOf],
  ['all users', { currency: 'USD' }, peopleOf],
  ['all users', { isActive: false }, peopleOf],
  ['only admins', { stockQuantity: 4 }, adminsOf],
  ['only admins', { category: 'hair-care' }, adminsOf],
] as const)('hints to %s that %o was changed', (_, changes, roomOf) => {
  const events: OfferEvent[] = [created(), { type: 'OfferEdited', data: { changes } }];
  const [first, second] = recorded(`offer-${randomUUID()}`, events);
  if (!first || !second) throw new Error('There are two');
  const before = foldOffer(null, first);
  const [table] = offersProjection.tables;
  expect(table?.hints?.(before, foldOffer(before, second), second)).toMatchObject([
    { room: roomOf(someTenant), topic: 'offers' },
  ]);
});

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const [tenant, rival] = [newTenant(), newTenant()];
const admin = callerOf('admin', tenant);
const operator = callerOf('operator', tenant);

async function addOffer(of: TenantId, more: Partial<OfferDetails> = {}, ...then: OfferEvent[]) {
  const id = OfferId.parse(randomUUID());
  await world.say(offerStream(id), of, [created(more), ...then]);
  return id;
}

async function addLead(
  offerId: OfferId,
  of: TenantId,
  more: Partial<typeof blankDetails.product>,
  approved: boolean,
) {
  const product = { ...blankDetails.product, offerId, currency: 'INR' as const, ...more };
  const events: LeadEvent[] = [
    {
      type: 'LeadCreated',
      data: { orderId: randomUUID(), orderedAt: null, details: { ...blankDetails, product } },
    },
  ];
  if (approved)
    events.push({ type: 'LeadStatusChanged', data: { from: 'processing', to: 'approved', reason: null } });
  const stream = leadStream(LeadId.parse(randomUUID()));
  await world.say(stream, of, events);
  return stream;
}

let oil: OfferId;
let serum: OfferId;
let foreign: OfferId;
beforeAll(async () => {
  oil = await addOffer(tenant);
  serum = await addOffer(tenant, {
    name: '50%_Hair Serum',
    category: 'hair-care',
    isActive: false,
    stockQuantity: null,
  });
  await addOffer(tenant, { name: 'Gone' }, { type: 'OfferDeleted', data: {} });
  foreign = await addOffer(rival, { name: 'Rival oil' });
  await addLead(oil, tenant, { total: 9998 }, true);
  await addLead(oil, tenant, { total: 10000 }, true);
  await addLead(oil, tenant, { total: 700, currency: 'USD' }, true); // an upload in another currency
  await addLead(oil, tenant, { total: 5000 }, false);
  await addLead(foreign, rival, { total: 5000 }, true);
  const deleted = await addLead(oil, tenant, { total: 5000 }, true);
  await world.say(deleted, tenant, [{ type: 'LeadDeleted', data: { reason: null } }]);
});

describe('the list', () => {
  test.each([
    ['newest first', {}, ['50%_Hair Serum', 'Knee oil']],
    ['by name', { search: 'KNEE' }, ['Knee oil']],
    ['by signs that LIKE would read', { search: '50%_h' }, ['50%_Hair Serum']],
    ['by signs alone', { search: '_' }, ['50%_Hair Serum']],
    ['by category', { category: 'hair-care' }, ['50%_Hair Serum']],
    ['the active', { isActive: true }, ['Knee oil']],
    ['the inactive', { isActive: false }, ['50%_Hair Serum']],
    ['together', { isActive: true, category: 'hair-care' }, []],
    ['page by page', { limit: 1, page: 2 }, ['Knee oil']],
  ] as const)('%s', async (_, query, names) => {
    const { data } = await world.ask(listOffers, admin, { query });
    expect(data.map(({ name }) => name)).toEqual(names);
  });

  test('returns the total and the leads of each offer', async () => {
    const { data, pagination } = await world.ask(listOffers, admin, { query: { limit: 1, page: 2 } });
    expect(pagination).toEqual({ page: 2, limit: 1, total: 2, totalCount: 2, totalPages: 2 });
    expect(data).toMatchObject([
      {
        _id: oil,
        price: 49.99,
        currency: 'INR',
        stockQuantity: 12,
        stats: { totalLeads: 4 },
        conversionRate: 75,
      },
    ]);
  });

  test('is only for admins; active offers are for all users, without figures', async () => {
    expect(await world.refusal(listOffers, operator, { query: {} })).toBe('admin-required');
    const { data } = await world.ask(activeOffers, operator, {});
    expect(data).toMatchObject([{ _id: oil, name: 'Knee oil', currentPrice: 49.99, currency: 'INR' }]);
    expect(data[0]).not.toHaveProperty('stats');
    expect(data[0]).not.toHaveProperty('conversionRate');
  });

  test('the names for filters are for all users, with the inactive offers', async () => {
    const { data } = await world.ask(offerNames, operator, {});
    expect(data).toEqual([
      { _id: serum, name: '50%_Hair Serum', isActive: false },
      { _id: oil, name: 'Knee oil', isActive: true },
    ]);
  });
});

test('returns one offer and its figures', async () => {
  expect((await world.ask(getOffer, admin, { params: { id: serum } })).data.offer).toMatchObject({
    name: '50%_Hair Serum',
    stockQuantity: null,
    conversionRate: 0,
  });
  expect((await world.ask(offerStats, admin, { params: { id: oil } })).data).toEqual({
    totalLeads: 4,
    approvedLeads: 3,
    revenue: [
      { currency: 'INR', amount: 199.98 },
      { currency: 'USD', amount: 7 },
    ],
    totalRevenue: 199.98,
    conversionRate: 75,
  });
  expect((await world.ask(offerStats, admin, { params: { id: serum } })).data).toEqual({
    totalLeads: 0,
    approvedLeads: 0,
    revenue: [],
    totalRevenue: 0,
    conversionRate: 0,
  });
});

test("does not find another tenant's offer", async () => {
  for (const endpoint of [getOffer, offerStats]) {
    expect(await world.refusal(endpoint, admin, { params: { id: foreign } })).toBe('offer-not-found');
    expect(await world.refusal(endpoint, callerOf('super_admin', tenant), { params: { id: oil } })).toBe(
      'offer-not-found',
    );
  }
});
