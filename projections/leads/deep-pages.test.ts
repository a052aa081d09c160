import { type LeadFilters, listLeads } from '@crm/contracts/leads/read.ts';
import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import { derivedId, leadIdOf } from '@crm/events/derived-ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { leadEvents } from '@crm/events/leads/events.ts';
import { leadStream } from '@crm/events/streams.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import { copyingPostgres } from '@crm/platform/event-store/postgres/copying.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CHUNK } from '../bits.ts';
import { callerOf, newTenant, openWorld } from '../test/world.ts';
import { openLeadBlocks } from './blocks.ts';
import { type Slice, slicedByAmount } from './find/by-amount.ts';
import { conditionsOf } from './find/filters.ts';
import { find } from './find/find.ts';

const LEADS = Math.floor(CHUNK * 2.4);
const tenant = newTenant();
const admin = callerOf('admin', tenant);
const random = randomFrom(4);

/** Leads for three chunks: mostly in order, many with the same time, and some orders from long before their import. */
type SampleLead = { n: number; orderId: string; at: number; total: number; currency: 'INR' | 'USD' };
const leads: SampleLead[] = Array.from({ length: LEADS }, (_, n) => {
  const cameIn = Date.UTC(2026, 0, 1) + Math.floor(n / 300) * 3_600_000;
  return {
    n,
    orderId: `ORD-${derivedId(tenant, n).slice(0, 12)}`,
    at: random.chance(0.002) ? cameIn - random.below(20 * 86_400_000) : cameIn,
    total: 100 * (1 + random.below(40)),
    currency: n % 3 === 0 ? 'INR' : 'USD',
  };
});

const db = await testDatabase();
const target = copyingPostgres(db.url);
await target.add(leads.map(eventOf));
await target.close();
const world = await openWorld(db.url);
afterAll(world.close);
beforeAll(() => world.caughtUp());

function eventOf({ n, orderId, at, total, currency }: SampleLead): RecordedEvent {
  const commandId = derivedId(tenant, `command ${n}`);
  const product = { ...blankDetails.product, name: 'Tea', price: total, total, currency };
  return {
    id: commandId,
    stream: leadStream(leadIdOf(tenant, orderId)),
    revision: 0,
    position: START, // the store assigns its own
    type: 'LeadCreated',
    version: leadEvents.LeadCreated.version,
    at: new Date(Date.UTC(2026, 5, 1) + n),
    data: { orderId, orderedAt: new Date(at).toISOString(), details: { ...blankDetails, product } },
    meta: testMeta(tenant, { commandId }),
  };
}

const orders = {
  createdAt: (a: SampleLead, b: SampleLead) => a.at - b.at || a.n - b.n,
  orderId: (a: SampleLead, b: SampleLead) => (a.orderId < b.orderId ? -1 : 1),
  total: (a: SampleLead, b: SampleLead) => a.total - b.total || a.n - b.n,
  status: (a: SampleLead, b: SampleLead) => a.at - b.at || a.n - b.n,
};

test.each(['createdAt', 'orderId', 'total', 'status'] as const)(
  'returns the right leads on any page of the list by %s',
  async (sortBy) => {
    const ascending = leads.toSorted(orders[sortBy]);
    const pages = Math.ceil(LEADS / 100);
    for (const sortOrder of ['asc', 'desc'] as const)
      for (const page of [
        1,
        2,
        Math.floor(pages * 0.3),
        Math.floor(pages / 2),
        pages - 1,
        pages,
        pages + 1,
      ]) {
        const { data, pagination } = await world.ask(listLeads, admin, {
          query: { sortBy, sortOrder, page },
        });
        const sorted = sortOrder === 'asc' ? ascending : ascending.toReversed();
        const right = sorted.slice((page - 1) * 100, page * 100).map(({ orderId }) => orderId);
        expect(
          data.map(({ orderId }) => orderId),
          `${sortOrder} ${page}`,
        ).toEqual(right);
        expect(pagination?.total).toBe(LEADS);
      }
  },
);

/** The order ids of a part of the leads by amount. */
async function partByAmount(filters: LeadFilters, slice: Slice): Promise<string[]> {
  const amounts = { readBlocks: openLeadBlocks(), signal: () => new AbortController().signal };
  return asTenant(db.pool, tenant, async (tx) => {
    const all = await find(conditionsOf(filters, { tenant, operator: null }), tx);
    const numbers = await slicedByAmount(all, slice, tx, amounts);
    const { rows } = await tx.query<{ order_id: string }>(
      `select order_id from unnest($2::int[]) with ordinality as n(number, place)
         join leads l on l.tenant = $1 and l.number = n.number order by place`,
      [tenant, numbers],
    );
    return rows.map(({ order_id }) => order_id);
  });
}

const idsIn = (sorted: readonly SampleLead[], { skipped, length }: Slice) =>
  sorted.slice(skipped, skipped + length).map(({ orderId }) => orderId);

test('finds any part of the leads by amount from the columns of reports', async () => {
  const some = leads.filter(() => random.chance(0.02));
  const orderIds = some.map(({ orderId }) => orderId);
  for (const [filters, right] of [
    [{}, leads.toSorted(orders.total)],
    [{ orderIds }, some.toSorted(orders.total)],
  ] as const)
    for (let n = 0; n < 20; n += 1) {
      const skipped = random.below(right.length);
      const slice = { skipped, length: Math.min(1 + random.below(500), right.length - skipped) };
      expect(await partByAmount(filters, slice), JSON.stringify(slice)).toEqual(idsIn(right, slice));
    }
});

test('finds it also when the sample of the amounts misleads', async () => {
  const sorted = leads.toSorted(orders.total);
  const least = leads[0]?.total ?? 0;
  const slice = { skipped: sorted.findIndex(({ total }) => total !== least && total > 2_000), length: 50 };
  // All of the sample is the first lead.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  expect(await partByAmount({}, slice)).toEqual(idsIn(sorted, slice));
});

test('freezes many leads, and few of them, with their total value per currency', async () => {
  const few = leads.slice(5_000, 5_100);
  const many = leads.filter(({ at }) => at <= Date.UTC(2026, 0, 2));
  for (const [body, right] of [
    [{}, leads],
    [{ endDate: '2026-01-02T00:00:00.000Z' }, many],
    [{ orderIds: few.map(({ orderId }) => orderId) }, few],
  ] as const) {
    const { data } = await world.ask(freezeSelection, admin, { body });
    const sumOf = (currency: SampleLead['currency']) =>
      right.reduce((sum, lead) => sum + (lead.currency === currency ? lead.total : 0), 0) / 100;
    expect(data.total).toBe(right.length);
    expect(Object.fromEntries(data.totalValue.map(({ currency, amount }) => [currency, amount]))).toEqual({
      INR: sumOf('INR'),
      USD: sumOf('USD'),
    });
  }
});

test('filters by dates within ordered and unordered chunks', async () => {
  for (let n = 0; n < 30; n += 1) {
    const [from, to] = [random.pick(leads).at, random.pick(leads).at].sort((a, b) => a - b);
    const right = leads.filter(({ at }) => at >= (from ?? 0) && at <= (to ?? 0)).toSorted(orders.createdAt);
    const query = { startDate: new Date(from ?? 0).toISOString(), endDate: new Date(to ?? 0).toISOString() };
    const { data, pagination } = await world.ask(listLeads, admin, {
      query: { ...query, sortOrder: 'asc', limit: 25 },
    });
    expect(pagination?.total).toBe(right.length);
    expect(data.map(({ orderId }) => orderId)).toEqual(right.slice(0, 25).map(({ orderId }) => orderId));
  }
});
