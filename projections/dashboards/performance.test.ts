import { randomUUID } from 'node:crypto';
import { LeadId, UserId } from '@crm/events/ids.ts';
import { type Currency, fromMinor } from '@crm/events/language/money.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { leadStream, userStream } from '@crm/events/streams.ts';
import { details as user } from '@crm/events/users/story.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { addDays, dayAt, midnight } from '../days.ts';
import { newTenant, openWorld } from '../test/world.ts';
import { revenueByDay, topPerformers } from './performance.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenant = newTenant();
const zones = [
  ...['UTC', 'Asia/Kolkata', 'America/St_Johns', 'America/Havana', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
];
/** Contains the end of summer time in St. John's and Havana, on 1 November. In Havana, midnight comes twice then. */
const last = '2026-11-03';
const lengths = [1, 3, 8];

type Lead = { at: Date; operator: string | null; isApproved: boolean; currency: Currency; total: number };

test('revenue by day and top performers equal a recount, in any time zone', async () => {
  const random = randomFrom(3);
  const operators = ['Asha', 'Ravi', 'Mei'].map((name) => ({ id: UserId.parse(randomUUID()), name }));
  const midnights = zones.flatMap((zone) =>
    Array.from({ length: 10 }, (_, n) => midnight(addDays(last, -8), n, zone).getTime()),
  );
  // An approved lead in the first hour of each day, which comes twice where midnight does.
  const approvedAt = new Set(midnights.map((start) => start + 30 * 60_000));
  // Leads at both sides of each midnight, in the hour before it, and at random times between.
  const times = midnights.flatMap((start) => [
    start - 1,
    start - random.below(60) * 60_000,
    start,
    start + random.below(24 * 60) * 60_000,
  ]);
  const leads: Lead[] = [];
  for (const time of [...times, ...approvedAt]) {
    const operator = random.chance(0.2) ? null : random.pick(operators);
    const isApproved = approvedAt.has(time) || random.chance(0.5);
    const [currency, total] = [random.pick(['INR', 'USD'] as const), random.below(100_000)];
    leads.push({ at: new Date(time), operator: operator?.id ?? null, isApproved, currency, total });
    const orderId = randomUUID();
    const details = { ...blankDetails, product: { ...blankDetails.product, currency, total } };
    const events: LeadEvent[] = [
      { type: 'LeadCreated', data: { orderId, orderedAt: new Date(time).toISOString(), details } },
    ];
    if (operator) events.push({ type: 'LeadAssigned', data: { operator, from: null, reason: null } });
    if (isApproved)
      events.push({ type: 'LeadStatusChanged', data: { from: 'processing', to: 'approved', reason: null } });
    await world.say(leadStream(LeadId.parse(orderId)), tenant, events);
  }
  await world.caughtUp();

  for (const timeZone of zones)
    for (const length of lengths) {
      const days = { first: addDays(last, 1 - length), last, timeZone };
      const found = await asTenant(world.pools.queries, tenant, async (tx) => ({
        revenue: await revenueByDay(tx, tenant, days),
        performers: await topPerformers(tx, tenant, days),
      }));
      const within = leads.filter(({ at }) => {
        const day = dayAt(at, timeZone);
        return day >= days.first && day <= last;
      });
      expect(found.revenue, `${length} days in ${timeZone}`).toEqual(
        Array.from({ length }, (_, n) => {
          const date = addDays(days.first, n);
          const ofDay = within.filter(({ at, isApproved }) => isApproved && dayAt(at, timeZone) === date);
          return { date, orders: ofDay.length, revenue: amountsOf(ofDay) };
        }),
      );
      const performers = found.performers.map(({ operatorId, totalLeads, approvedLeads, revenue }) => ({
        ...{ operatorId, totalLeads, approvedLeads, revenue },
      }));
      const recount = operators.flatMap(({ id }) => {
        const own = within.filter(({ operator }) => operator === id);
        const approved = own.filter(({ isApproved }) => isApproved);
        const counts = { totalLeads: own.length, approvedLeads: approved.length };
        return own.length === 0 ? [] : [{ operatorId: id, ...counts, revenue: amountsOf(approved) }];
      });
      expect(new Set(performers), `${length} days in ${timeZone}`).toEqual(new Set(recount));
    }
});

test('performers with equal figures are ordered by name, as in other lists', async () => {
  const own = newTenant();
  for (const fullName of ['Zoe', 'bela', 'Émile', 'Farah']) {
    const id = UserId.parse(randomUUID());
    const details = { ...user, username: `by-name-${id}`, email: `${id}@example.test`, fullName };
    await world.say(userStream(id), own, [{ type: 'UserCreated', data: { details } }]);
    const operator = { id, name: fullName };
    await world.say(leadStream(LeadId.parse(randomUUID())), own, [
      {
        type: 'LeadCreated',
        data: { orderId: randomUUID(), orderedAt: `${last}T12:00:00.000Z`, details: blankDetails },
      },
      { type: 'LeadAssigned', data: { operator, from: null, reason: null } },
    ]);
  }
  await world.caughtUp();
  const found = await asTenant(world.pools.queries, own, (tx) =>
    topPerformers(tx, own, { first: last, last, timeZone: 'UTC' }),
  );
  expect(found.map(({ fullName }) => fullName)).toEqual(['bela', 'Émile', 'Farah', 'Zoe']);
});

function amountsOf(leads: readonly Lead[]) {
  const currencies = [...new Set(leads.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const total = leads.reduce((sum, lead) => sum + (lead.currency === currency ? lead.total : 0), 0);
    return { currency, amount: fromMinor(total) };
  });
}
