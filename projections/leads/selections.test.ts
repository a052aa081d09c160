import { randomUUID } from 'node:crypto';
import { addressStats, leadStats, listLeads } from '@crm/contracts/leads/read.ts';
import { freezeSelection, getSelection, leadsOfSelection } from '@crm/contracts/leads/selections.ts';
import { LeadId, OfferId, UserId } from '@crm/events/ids.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { leadStream } from '@crm/events/streams.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { chunkOf } from '@crm/platform/selections/selections.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';
import { matches, randomLead, type SampleLead } from './sample-leads.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const operatorRef = (name: string): OperatorRef => ({ id: UserId.parse(randomUUID()), name });
const operators = [operatorRef('Priya'), operatorRef('Omar')] as const;
const offers = [OfferId.parse(randomUUID())] as const;
const [tenant, rival] = [newTenant(), newTenant()];
const admin = callerOf('admin', tenant);
const operator = callerOf('operator', tenant, { id: operators[0].id });
const foreign = callerOf('admin', rival);

const leads: SampleLead[] = [];
/** Before the first lead. */
let began = new Date();
beforeAll(async () => {
  began = new Date();
  const random = randomFrom(11);
  for (let n = 0; n < 130; n += 1) {
    const lead = randomLead(n, random, { tenant: n < 110 ? tenant : rival, operators, offers });
    const stream = leadStream(LeadId.parse(lead.id));
    lead.position = await world.say(stream, lead.tenant, lead.events);
    leads.push(lead);
  }
  await world.caughtUp();
});

const ours = () => leads.filter((lead) => lead.tenant === tenant);
const frozen = (id: string, of = tenant) => asTenant(db.pool, of, (tx) => chunkOf(tx, of, id, 0));

test.each([
  [{}, {}],
  [{ status: 'processing' }, {}],
  [{}, { sortBy: 'total', sortOrder: 'asc' }],
  [{ hasAddress: true }, { sortBy: 'status' }],
  [{ search: 'rao' }, { sortBy: 'orderId', sortOrder: 'asc' }],
] as const)('freezes %j in order %j as the list shows it', async (filters, order) => {
  const { data } = await world.ask(freezeSelection, admin, { body: { ...filters, ...order } });
  const { data: listed } = await world.ask(listLeads, admin, { query: { ...filters, ...order, limit: 500 } });
  expect(await frozen(data._id)).toEqual(listed.map(({ _id }) => _id));
  const worth = ours()
    .filter((lead) => matches(lead, filters))
    .reduce((sum, lead) => sum + lead.details.product.total, 0);
  expect(data).toMatchObject({
    total: listed.length,
    totalValue: [{ currency: 'USD', amount: worth / 100 }],
  });
  const { numbers, ...selection } = data;
  expect((await world.ask(getSelection, admin, { params: { id: data._id } })).data).toEqual(selection);
  const bytes = Buffer.from(numbers, 'base64');
  const { data: all } = await world.ask(listLeads, admin, { query: { limit: 500 } });
  const isIn = ({ number = -1 }) => (((bytes[number >> 3] ?? 0) >> (number & 7)) & 1) === 1;
  const byId = (leads: readonly { _id: string }[]) => leads.map(({ _id }) => _id).toSorted();
  expect(byId(all.filter(isIn))).toEqual(byId(listed));
});

test('freezes only those named leads that the caller may see', async () => {
  const named = [...ours().slice(0, 40), ...leads.filter((lead) => lead.tenant === rival)];
  const body = { leadIds: [...named.map(({ id }) => id), randomUUID()], sortBy: 'orderId' as const };
  const { data } = await world.ask(freezeSelection, admin, { body });
  const right = named.filter((lead) => lead.tenant === tenant).map(({ id }) => id);
  expect((await frozen(data._id))?.toSorted()).toEqual(right.toSorted());
  const own = await world.ask(freezeSelection, operator, { body });
  const owned = named.filter((lead) => lead.tenant === tenant && lead.operator?.id === operator.id);
  expect(own.data.total).toBe(owned.length);
});

test('creates an empty selection if no lead matches', async () => {
  const { data } = await world.ask(freezeSelection, admin, { body: { search: 'nobody at all' } });
  expect(data).toMatchObject({ total: 0, totalValue: [] });
  expect(await frozen(data._id)).toBeNull();
});

test('tells which of some leads a selection has', async () => {
  const [first, second, third] = ours().map(({ id }) => id);
  const body = { leadIds: [first, second].filter((id) => id !== undefined) };
  const { data } = await world.ask(freezeSelection, admin, { body });
  const asked = { params: { id: data._id }, query: { leadIds: [second, third, randomUUID()].join(',') } };
  expect((await world.ask(leadsOfSelection, admin, asked)).data.leadIds).toEqual([second]);
  for (const other of [operator, foreign])
    expect(await world.refusal(leadsOfSelection, other, asked)).toBe('selection-not-found');
});

test('does not search a selection for leads that were created after it', async () => {
  const [first] = ours().map(({ id }) => id);
  const { data } = await world.ask(freezeSelection, admin, { body: { leadIds: first ? [first] : [] } });
  const answer = async () => {
    const asked = { params: { id: data._id }, query: { leadIds: `${first}` } };
    return (await world.ask(leadsOfSelection, admin, asked)).data.leadIds;
  };
  expect(await answer()).toEqual([first]);
  // Its chunk still has the lead, so the answer shows that the chunk is not searched.
  await db.everyTenant.query(
    "/* every tenant: a test */ update selections set created_at = created_at - interval '1 hour' where id = $1",
    [data._id],
  );
  expect(await answer()).toEqual([]);
});

test('shows a selection only to its owner', async () => {
  const { data } = await world.ask(freezeSelection, admin, { body: {} });
  const params = { id: data._id };
  for (const other of [operator, foreign])
    expect(await world.refusal(getSelection, other, { params })).toBe('selection-not-found');
  expect(await frozen(data._id, rival)).toBeNull();
});

test('statistics equal a plain loop, for any caller and filters', async () => {
  // On the day of the leads, also when midnight has passed since.
  vi.useFakeTimers({ toFake: ['Date'], now: began });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  for (const caller of [admin, operator, foreign])
    for (const filters of [{}, { hasAddress: true }, { search: 'a' }, { status: 'hold' as const }]) {
      const seen = leads.filter(
        (lead) =>
          lead.tenant === caller.tenant &&
          (caller.seesAllLeads || lead.operator?.id === caller.id) &&
          matches(lead, filters),
      );
      const count = (is: (lead: SampleLead) => boolean) => seen.filter(is).length;
      const { data } = await world.ask(leadStats, caller, { query: filters });
      expect(data).toEqual({
        total: seen.length,
        byStatus: Object.fromEntries(
          leadStatuses.map((status) => [status, count((l) => l.status === status)]),
        ),
        assigned: count((lead) => lead.operator !== null),
        unassigned: count((lead) => lead.operator === null),
        pending: 0,
        today: seen.length,
      });
      const late = await world.ask(leadStats, caller, { query: { ...filters, todayFrom: tomorrow } });
      expect(late.data.today).toBe(0);
      const address = await world.ask(addressStats, caller, { query: filters });
      const withAddress = count((lead) => matches(lead, { hasAddress: true }));
      expect(address.data).toEqual({
        total: seen.length,
        withAddress,
        withoutAddress: seen.length - withAddress,
      });
    }
});
