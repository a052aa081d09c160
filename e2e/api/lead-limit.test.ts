import { randomUUID } from 'node:crypto';
import { listAuditLogs } from '@crm/contracts/audit/audit.ts';
import { listAsideLeads } from '@crm/contracts/leads/aside.ts';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { createLead, deleteLead, eraseLead } from '@crm/contracts/leads/write.ts';
import { createOffer, listOffers } from '@crm/contracts/offers/offers.ts';
import { changeSettings } from '@crm/contracts/tenants/settings.ts';
import { type EventStore, START } from '@crm/platform/event-store/port.ts';
import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStoreConfig } from '@crm/platform/test/test-store.ts';
import { admitLeads } from '@crm/workers/leads/admit/admit.ts';
import { expect, test, vi } from 'vitest';
import { renewAndSee, subscriptionOf } from './lead-limits.ts';
import { personalPlaces } from './personal-places.ts';
import { sharedProduct } from './product.ts';
import { leadForm } from './samples.ts';

const product = await sharedProduct({ leads: 0 });
const superAdmin = await product.signIn('super@demo.test');
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const rival = await product.signIn(product.people.rivalAdmin);
const offer = (await admin.ask(listOffers)).data[0];
if (!offer) throw new Error('The demo has offers');

const renew = (maxLeads: number) => renewAndSee({ superAdmin, admin, anybody: product.anybody }, maxLeads);
const waiting = async () => (await admin.ask(listAsideLeads, { query: { limit: 500 } })).data;
const total = async () => (await admin.ask(listLeads, { query: { limit: 1 } })).pagination?.total ?? 0;

const post = (more: object = {}, headers: Record<string, string> = {}) =>
  product.send({
    method: 'POST',
    path: '/leads',
    body: { fullName: 'Asha Rao', phone: '+91 98200 11111', offer: offer._id, quantity: 1, ...more },
    headers,
  });

await renew(50);
const before = await total();

test('of 200 leads, 100 at once, the plan of 50 lets in exactly 50; the others wait in order of arrival', async () => {
  // More at once may be refused as overload (platform/http/overload.ts).
  const one = () => post({}, { 'idempotency-key': randomUUID() });
  const burst = () => Promise.all(Array.from({ length: 100 }, one));
  const answers = [...(await burst()), ...(await burst())];
  const inside = answers.filter(({ status }) => status === 201);
  const aside = answers.filter(({ status }) => status === 202);
  expect([inside.length, aside.length]).toEqual([50, 150]);
  expect(aside[0]).toMatchObject({
    success: true,
    data: { lead: { status: 'aside' }, subscriptionStatus: 'lead_limit_reached' },
  });
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(150));
  await vi.waitFor(async () => expect(await total()).toBe(before + 50));
  expect(await subscriptionOf(admin)).toMatchObject({ maxLeads: 50, asideLeads: 150 });
  const times = (await waiting()).map(({ setAsideAt }) => setAsideAt);
  expect(times).toEqual([...times].sort());
});

test('a waiting lead is in no list, and no other organisation or operator sees that it waits', async () => {
  const [first] = await waiting();
  expect((await admin.ask(listLeads, { query: { orderIds: [first?.orderId ?? ''] } })).data).toEqual([]);
  expect((await rival.ask(listAsideLeads)).data).toEqual([]);
  expect((await operator.call(listAsideLeads)).status).toBe(403);
  // Partners have sent them, so the admin's reads do not wait for them.
  const lastAction = async () => {
    const query = { action: 'LeadSetAside', limit: 1 };
    return (await admin.ask(listAuditLogs, { query })).data.entries[0]?.action;
  };
  await expect.poll(lastAction).toBe('Set aside: the billing period has all 50 leads of its plan');
});

test('the same key gets the same answer, and a waiting order id is taken', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const orderId = `twice-${randomUUID().slice(0, 8)}`;
  const answers = [await post({ orderId }, key), await post({ orderId }, key)];
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(answers[1]?.data).toEqual(answers[0]?.data);
  expect(await post({ orderId })).toMatchObject({
    status: 409,
    errors: { orderId: 'Order ID already exists' },
  });
});

test('an admin is refused with the limit and its period', async () => {
  const answer = await admin.call(createLead, { body: leadForm() });
  expect(answer).toMatchObject({ status: 403, code: 'lead-limit-reached' });
  expect(answer.message).toMatch(
    /^The lead limit is reached: the plan allows 50 leads from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/,
  );
});

test('a higher limit admits the oldest ones in order', async () => {
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(151));
  const queue = (await waiting()).map(({ _id }) => _id);
  await renew(120);
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(81));
  expect((await waiting()).map(({ _id }) => _id)).toEqual(queue.slice(70));
  await vi.waitFor(async () => expect(await total()).toBe(before + 120));
  const { data } = await admin.ask(listLeads, {
    query: { limit: 70, sortBy: 'createdAt', sortOrder: 'desc' },
  });
  expect(new Set(data.map(({ _id }) => _id))).toEqual(new Set(queue.slice(0, 70)));
  const { rows } = await product.database.pool.query<{ stream: string }>(
    `select stream from event_store.events where type = 'LeadAdmitted' and meta->>'tenant' = $1 order by position`,
    [await tenantOf(queue[0] ?? '')],
  );
  expect(rows.map(({ stream }) => stream)).toEqual(queue.slice(0, 70).map((id) => `lead-${id}`));
});

async function tenantOf(lead: string) {
  const { rows } = await product.database.pool.query<{ tenant: string }>(
    `select meta->>'tenant' as tenant from event_store.events where stream = $1 limit 1`,
    [`lead-${lead}`],
  );
  return rows[0]?.tenant;
}

test('an organisation that refuses them gets no lead over the limit', async () => {
  await admin.ask(changeSettings, { body: { leadsOverLimit: 'refuse' } });
  const answer = await post();
  expect(answer.status).toBe(403);
  expect(JSON.parse(answer.text)).toMatchObject({
    success: false,
    code: 'lead-limit-reached',
    subscriptionStatus: 'lead_limit_reached',
  });
  // What is wrong with the lead itself is said first: it could not come in later either.
  const form = { name: 'Paused', category: 'other' as const, price: 5, isActive: false };
  const { _id: paused } = (await admin.ask(createOffer, { body: form })).data.offer;
  expect((await post({ offer: paused })).code).toBe('offer-inactive');
  expect(await waiting()).toHaveLength(81);
  const wrong = { leadsOverLimit: 'burn' as 'keep' }; // as a caller without types
  expect(await admin.call(changeSettings, { body: wrong })).toMatchObject({
    status: 400,
    errors: { leadsOverLimit: 'Must be keep or refuse' },
  });
  await admin.ask(changeSettings, { body: { leadsOverLimit: 'keep' } });
});

test('a waiting lead is deleted, or erased with all of its personal data, and never comes in', async () => {
  const { placesOf, forgotten } = personalPlaces(product);
  const [name, digits] = ['Zenobia Waitingham', '9191955443'];
  await post({ fullName: name, phone: `+91 ${digits}`, orderId: 'aside-erased' });
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(82));
  const [deleted, ...rest] = await waiting();
  const erased = rest.at(-1);
  if (!deleted || erased?.orderId !== 'aside-erased') throw new Error('It was to be the last one');
  expect(await placesOf([digits, name])).toEqual([]);

  const params = { id: erased._id };
  const body = { reason: 'She asked for it', confirmed: true as const };
  expect((await rival.call(deleteLead, { params })).status).toBe(404);
  expect((await operator.call(eraseLead, { params, body })).status).toBe(403);
  await admin.ask(deleteLead, { params: { id: deleted._id } });
  await admin.ask(eraseLead, { params, body });
  expect((await waiting()).map(({ _id }) => _id)).toEqual(rest.slice(0, -1).map(({ _id }) => _id));
  await forgotten(erased._id);
  expect((await admin.call(getLead, { params })).status).toBe(404);
  expect(await admin.call(eraseLead, { params, body })).toMatchObject({ status: 409, code: 'lead-erased' });
  expect(await post({ orderId: 'aside-erased' })).toMatchObject({ status: 409 });
});

test('the next billing period that is paid admits them, each once, also when a worker stops and another one runs beside it', async () => {
  const [first] = await waiting();
  const tenant = await tenantOf(first?._id ?? '');
  const log = openLog('silent');
  const pools = testPools(product.database.url, log);
  const { store } = await openSealedEventStore(testStoreConfig(product.database.url), pools.auth);
  const stopping = new AbortController();
  const run = (signal: AbortSignal, on: EventStore = store, due = first?.periodEnd ?? null) =>
    admitLeads.run(
      { tenant: tenant ?? '', position: START, due },
      { store: on, forgetLookup: () => {}, pools, log, attempt: 1, signal },
    );
  const afterTheEnd = new Date(Date.now() + 3650 * 24 * 60 * 60 * 1000).toISOString();
  const aside = await waiting();
  await run(stopping.signal, store, afterTheEnd);
  expect(await waiting()).toEqual(aside);
  // The first one stops after its first lead.
  const stopsItself: EventStore = {
    ...store,
    append: (append) => store.append(append).finally(() => stopping.abort()),
  };
  await expect(run(stopping.signal, stopsItself)).rejects.toThrow();
  const going = new AbortController();
  await Promise.all([run(going.signal), run(going.signal)]);
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(0));
  await vi.waitFor(async () => expect(await total()).toBe(before + 200));
  const { lead } = (await admin.ask(getLead, { params: { id: first?._id ?? '' } })).data;
  expect([lead.fullName, lead.phone]).toEqual(['Asha Rao', '+91 98200 11111']);
  const { rows } = await product.database.pool.query(
    `select stream from event_store.events where type in ('LeadAdmitted', 'LeadCreated') and meta->>'tenant' = $1
      group by stream, type having count(*) > 1`,
    [tenant],
  );
  expect(rows).toEqual([]);
  await store.close();
  await pools.end();
});

test('leads of this period still wait, until its limit is raised', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => post()));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  await renew(1_000_000);
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(0));
  await vi.waitFor(async () => expect(await total()).toBe(before + 205));
});
