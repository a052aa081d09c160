import { me } from '@crm/contracts/auth/auth.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { createPlan, deletePlan, listPlans, updatePlan } from '@crm/contracts/plans/plans.ts';
import {
  cancelSubscription,
  extendSubscription,
  listSubscribers,
  renewSubscription,
  setSubscriptionStatus,
} from '@crm/contracts/subscriptions/subscriptions.ts';
import { addPeriod } from '@crm/events/subscriptions/period.ts';
import { expect, test, vi } from 'vitest';
import { mailsTo } from './payments.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');
const admin = await product.signIn(product.people.admin);

/** The subscription of this file's organisation. */
async function subscription() {
  const { subscriptions } = (await superAdmin.ask(listSubscribers)).data;
  const found = subscriptions.find(({ userId }) => userId?.email === product.people.admin);
  if (!found) throw new Error('The demo has a subscription');
  return found;
}
const { _id: id } = await subscription();
const params = { id };
const later = (ms: number) => new Date(Date.now() + ms).toISOString();

test('the list shows the plan as it was sold, the admin and the dates', async () => {
  expect(await subscription()).toMatchObject({
    planId: { name: 'Growth', edition: 1, price: 99, currency: 'USD', billingCycle: 'monthly' },
    status: 'active',
    autoRenew: false,
    userId: { isActive: true },
  });
});

test("the account of each user has the organisation's subscription; only admins see the plan", async () => {
  const { endDate, planId } = await subscription();
  const operator = await product.signIn(product.people.operator);
  const common = { status: 'active', endDate, daysRemaining: expect.any(Number), hasAccess: true };
  const plan = { planName: 'Growth', planPrice: 99, billingCycle: 'monthly' };
  expect((await admin.ask(me)).data.user).toMatchObject({
    subscriptionInfo: { ...common, ...plan },
    currentSubscription: id,
    currentPlan: planId._id,
  });
  expect((await operator.ask(me)).data.user).toMatchObject({
    subscriptionInfo: { ...common, planName: null, planPrice: null, billingCycle: null },
    currentSubscription: id,
    currentPlan: null,
  });
  expect((await superAdmin.ask(me)).data.user).toMatchObject({
    subscriptionInfo: { status: 'super_admin', hasAccess: true },
    currentSubscription: null,
  });
});

test('of two super admins who extend at once, one does, and the other is asked to look again', async () => {
  const { revision, endDate } = await subscription();
  const extend = () =>
    superAdmin.call(extendSubscription, {
      params,
      body: { extensionPeriod: 2, extensionType: 'months', revision },
    });
  const answers = await Promise.all([extend(), extend()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.code).toBe('changed-meanwhile');
  const extended = addPeriod(endDate, { count: 2, type: 'months' }).toISOString();
  expect((await subscription()).endDate).toBe(extended);
});

test('a form that is sent twice extends once', async () => {
  const { endDate } = await subscription();
  const call = { params, body: {}, headers: { 'idempotency-key': 'extend-once' } };
  await Promise.all([superAdmin.ask(extendSubscription, call), superAdmin.ask(extendSubscription, call)]);
  const extended = addPeriod(endDate, { count: 1, type: 'months' }).toISOString();
  expect((await subscription()).endDate).toBe(extended);
});

test('an end after 2099 is refused beside the field', async () => {
  const text = 'A subscription can end in 2099 at the latest';
  const years = { extensionPeriod: 1200, extensionType: 'years' as const };
  expect(await superAdmin.call(extendSubscription, { params, body: years })).toMatchObject({
    status: 400,
    errors: { extensionPeriod: text },
  });
  const year9999 = { status: 'active' as const, endDate: '9999-12-31' };
  expect(await superAdmin.call(setSubscriptionStatus, { params, body: year9999 })).toMatchObject({
    status: 400,
    errors: { endDate: text },
  });
});

test('it is expired from its end on; the event and a mail to the admin follow by themselves', async () => {
  const { revision } = await subscription();
  // On a busy machine, the time may have passed when the call arrives: such an end is refused.
  const endDate = await vi.waitFor(async () => {
    const soon = later(1_500);
    await superAdmin.ask(setSubscriptionStatus, { params, body: { status: 'active', endDate: soon } });
    return soon;
  });
  const { status } = await subscription();
  // A busy machine may have read it after its end.
  if (Date.now() < Date.parse(endDate)) expect(status).toBe('active');
  await expect.poll(async () => (await subscription()).status).toBe('expired');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(endDate));
  await expect.poll(async () => (await subscription()).revision).toBe(revision + 2);
  const notices = () =>
    mailsTo(product.dataDir, product.people.admin).filter((mail) => mail.includes('subscription has ended'));
  await expect.poll(notices).toHaveLength(1);
  expect(notices()[0]).toContain('/profile?tab=3Dsubscription');
});

test('a subscription that ended blocks its organisation, and an extension lifts the block by itself', async () => {
  const read = () => admin.call(listLeads, { query: {} });
  await expect.poll(read).toMatchObject({ status: 403, code: 'tenant-blocked' });
  expect(JSON.parse((await read()).text)).toMatchObject({ subscriptionStatus: 'expired' });
  const { endDate } = await subscription();
  expect((await admin.ask(me)).data).toMatchObject({
    block: { subscriptionStatus: 'expired', endDate },
    supportEmail: null,
  });

  await superAdmin.ask(extendSubscription, { params, body: {} });
  await expect.poll(async () => (await read()).status).toBe(200);
  expect((await admin.ask(me)).data.block).toBeNull();

  await superAdmin.ask(setSubscriptionStatus, { params, body: { status: 'pending' } });
  await expect.poll(async () => (await admin.ask(me)).data.block?.subscriptionStatus).toBe('none');
  expect((await superAdmin.ask(me)).data.block).toBeNull();

  // The dialog of the block says when the subscription expired: that is no day to come.
  await superAdmin.ask(setSubscriptionStatus, { params, body: { status: 'expired' } });
  const expired = { subscriptionStatus: 'expired', endDate: null };
  await expect.poll(async () => (await admin.ask(me)).data.block).toEqual(expired);
  await superAdmin.ask(setSubscriptionStatus, { params, body: { status: 'expired', endDate: later(-1) } });
});

test('a renewal takes the present terms of the plan; until then a subscriber keeps the old ones', async () => {
  const growth = (await superAdmin.ask(listPlans, { query: {} })).data.find(({ name }) => name === 'Growth');
  const plan = { id: growth?._id ?? '' };
  const price = growth?.price ?? 0;
  await superAdmin.ask(updatePlan, { params: plan, body: { price: price + 1 } });
  expect((await subscription()).planId.price).toBe(price);

  await superAdmin.ask(renewSubscription, { params, body: { duration: 1, durationType: 'years' } });
  const renewed = await subscription();
  expect(renewed).toMatchObject({ status: 'active', planId: { price: price + 1, edition: 2 } });
  expect(renewed.endDate).toBe(addPeriod(renewed.startDate, { count: 1, type: 'years' }).toISOString());
  expect(await superAdmin.call(renewSubscription, { params, body: {} })).toMatchObject({
    code: 'subscription-not-ended',
  });
  // Other files read the demo's plans.
  await superAdmin.ask(updatePlan, { params: plan, body: { price } });
  expect((await superAdmin.call(deletePlan, { params: plan })).code).toBe('plan-in-use');
});

test('cancels once, at once or for the end of the period', async () => {
  const { endDate } = await subscription();
  await superAdmin.ask(cancelSubscription, { params, body: { immediate: false, reason: 'Moved' } });
  expect(await subscription()).toMatchObject({ status: 'cancelled', endDate });
  // It is paid until its end, and its cancellation by then has no event.
  await expect.poll(async () => (await admin.ask(me)).data.block).toBeNull();
  expect((await superAdmin.call(cancelSubscription, { params, body: {} })).code).toBe(
    'subscription-not-active',
  );
});

test('a plan without subscribers is deleted; an unknown organisation has no subscription', async () => {
  const { plan } = (await superAdmin.ask(createPlan, { body: { name: 'Unsold', price: 1 } })).data;
  await superAdmin.ask(deletePlan, { params: { id: plan._id } });
  const unknown = { id: '7d0f5a10-0000-4000-8000-000000000000' };
  expect((await superAdmin.call(extendSubscription, { params: unknown, body: {} })).code).toBe(
    'subscription-not-found',
  );
});
