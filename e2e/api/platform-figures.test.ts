import { platformAnalytics, retryDeadLetters, systemOverview } from '@crm/contracts/dashboards/platform.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { receiveLead } from '@crm/contracts/leads/write.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { listPayments, refundPayment } from '@crm/contracts/payments/payments.ts';
import { createPlan } from '@crm/contracts/plans/plans.ts';
import { createAdmin, listTenants } from '@crm/contracts/tenants/tenants.ts';
import { expect, test, vi } from 'vitest';
import { buying } from './payments.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');
const admin = await product.signIn(product.people.admin);
const figures = async () => (await superAdmin.ask(platformAnalytics)).data;
const overview = async () => (await superAdmin.ask(systemOverview)).data;

test('leads of today are those that came in, of all organisations', async () => {
  const [offer] = (await admin.ask(listOffers)).data;
  const before = await figures();
  for (const n of [1, 2, 3])
    await product.send({
      method: 'POST',
      path: receiveLead.path,
      body: {
        offer: offer?._id ?? '',
        fullName: `Meera Nair ${n}`,
        phone: `+91 98765 4321${n}`,
        quantity: 1,
      },
    });
  await vi.waitFor(async () => {
    const { leadsByDay } = await figures();
    expect(leadsByDay).toHaveLength(30);
    expect(leadsByDay.map(({ date }) => date)).toEqual(leadsByDay.map(({ date }) => date).toSorted());
    const { date: today = '', leads: earlier = 0 } = before.leadsByDay.at(-1) ?? {};
    // At midnight, some of them are of the next day.
    const since = leadsByDay.filter(({ date }) => date >= today).reduce((sum, { leads }) => sum + leads, 0);
    expect(since).toBeGreaterThanOrEqual(earlier + 3);
  });
  expect((await admin.ask(listLeads)).data.length).toBeGreaterThan(0);
});

test('organisations are counted by status', async () => {
  const word = `figures${Date.now()}`;
  const form = { fullName: 'Omar Farouk', email: `${word}@gulf.test`, username: word };
  await superAdmin.ask(createAdmin, { body: { organizationName: 'Figures', ...form } });
  // Other test files, which share the product, create organisations meanwhile.
  await vi.waitFor(async () => {
    const { pagination } = await superAdmin.ask(listTenants, { query: { status: 'active' } });
    expect(pagination?.total).toBeGreaterThan(1);
    expect((await figures()).tenants.active).toBe(pagination?.total);
  });
});

test('revenue is summed by month and currency, with the refunds beside it', async () => {
  const first = new Date().toISOString().slice(0, 7);
  const of = async (currency: string) => {
    const sum = { payments: 0, amount: 0, refunded: 0 };
    // At the end of a month, some of the payments are of the next one.
    for (const { month, ...each } of (await figures()).revenueByMonth)
      if (month >= first && each.currency === currency) {
        sum.payments += each.payments;
        sum.amount += each.amount;
        sum.refunded += each.refunded;
      }
    return sum;
  };
  // No other test file, of those that share the product, pays in these.
  const [canadian, australian] = [await of('CAD'), await of('AUD')];
  const buy = async (price: number, currency: 'CAD' | 'AUD') => {
    const body = {
      name: `Figures ${currency}`,
      price,
      currency,
      billingCycle: 'monthly' as const,
      isActive: true,
    };
    const { plan } = (await superAdmin.ask(createPlan, { body })).data;
    const { ordered, pay, verify } = buying(product.anybody, plan._id);
    const order = await ordered();
    await verify(await pay(order));
    return order;
  };
  await buy(99, 'CAD');
  const order = await buy(4_900.5, 'AUD');
  const sums = (before: typeof canadian, amount: number, refunded: number) => ({
    payments: before.payments + 1,
    amount: before.amount + amount,
    refunded: before.refunded + refunded,
  });
  await vi.waitFor(async () => expect(await of('CAD')).toMatchObject(sums(canadian, 99, 0)));
  await vi.waitFor(async () => expect(await of('AUD')).toMatchObject(sums(australian, 4_900.5, 0)));
  const [payment] = (await superAdmin.ask(listPayments, { query: { search: order } })).data;
  await superAdmin.ask(refundPayment, {
    params: { id: payment?._id ?? '' },
    body: { reason: 'Bought twice' },
  });
  await vi.waitFor(async () => expect(await of('AUD')).toMatchObject(sums(australian, 4_900.5, 4_900.5)));
});

test('the overview names every consumer, without lag once they have read all events', async () => {
  await vi.waitFor(async () => {
    const { consumers } = await overview();
    const live = consumers.filter(({ state }) => state === 'live');
    expect(live.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['leads', 'audit', 'tenant-erasure']),
    );
    expect(live.every(({ events, seconds }) => events === 0 && seconds === 0)).toBe(true);
  });
  expect(await superAdmin.call(retryDeadLetters, { body: { consumer: 'no such consumer' } })).toMatchObject({
    status: 409,
    code: 'no-dead-letters',
  });
});
