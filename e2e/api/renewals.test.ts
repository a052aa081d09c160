import { me } from '@crm/contracts/auth/auth.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { renewCreateOrder, renewVerifyPayment, testCheckout } from '@crm/contracts/payments/checkout.ts';
import {
  cancelOwnSubscription,
  getTransaction,
  listPayments,
  listTransactions,
  ownSubscription,
  refundPayment,
  transactionReceipt,
} from '@crm/contracts/payments/payments.ts';
import { createPlan, plansForSale, updatePlan } from '@crm/contracts/plans/plans.ts';
import { setSubscriptionStatus } from '@crm/contracts/subscriptions/subscriptions.ts';
import { addCycleAfter, addPeriod } from '@crm/events/subscriptions/period.ts';
import { expect, test, vi } from 'vitest';
import type { Person } from './calls.ts';
import { checkoutSignature, mailsTo } from './payments.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');
const admin = await product.signIn(product.people.admin);
const rival = await product.signIn(product.people.rivalAdmin);
const { plan } = (
  await superAdmin.ask(createPlan, {
    body: { name: 'Renewals', price: 49.5, currency: 'EUR', maxLeads: 9, features: ['Reports'] },
  })
).data;

const own = async (person: Person = admin) => (await person.ask(ownSubscription)).data.subscription;
const order = async (person: Person, subscriptionId: string | null = null) =>
  (await person.ask(renewCreateOrder, { body: { planId: plan._id, subscriptionId } })).data;
async function pay(orderId: string) {
  const { data } = await product.anybody.ask(testCheckout, { body: { orderId, outcome: 'pay' } });
  if (data.outcome !== 'pay') throw new Error('It was to be paid');
  return data.proof;
}

/** While the plan is being granted, the proof can be sent again: on a busy machine that takes longer than the call waits. */
const verified = async (proof: Awaited<ReturnType<typeof pay>>) =>
  (await admin.ask(renewVerifyPayment, { body: proof })).data;

test('an active subscription is paid on from its end, with the plan that was ordered; a receipt follows', async () => {
  const before = await own();
  if (!before) throw new Error('The demo has a subscription');
  const ordered = await order(admin, before._id);
  expect(ordered).toMatchObject({ amount: 4950, currency: 'EUR', isTest: true });
  const proof = await pay(ordered.id);
  await expect.poll(() => verified(proof)).toEqual({ status: 'granted' });
  await vi.waitFor(async () =>
    expect(await own()).toMatchObject({
      status: 'active',
      planId: { name: 'Renewals', price: 49.5, maxLeads: 9 },
      startDate: before.startDate,
      endDate: addCycleAfter(before, 'monthly').toISOString(),
      paymentId: proof.razorpay_payment_id,
    }),
  );
  await vi.waitFor(() =>
    expect(mailsTo(product.dataDir, product.people.admin).some((mail) => mail.includes('49.50 EUR'))).toBe(
      true,
    ),
  );
});

test('its organisation sees the payment with a receipt; others see nothing of it', async () => {
  const { data, pagination } = await admin.ask(listTransactions);
  expect(pagination?.total).toBe(1);
  const [paid] = data;
  expect(paid).toMatchObject({ purpose: 'renewal', status: 'granted', amount: 49.5, currency: 'EUR' });
  const params = { id: paid?._id ?? '' };
  expect((await admin.ask(getTransaction, { params })).data.transaction).toEqual(paid);
  const receipt = await product.app.inject({
    url: `/api${transactionReceipt.path.replace(':id', params.id)}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect([receipt.statusCode, receipt.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(receipt.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(receipt.rawPayload.includes(paid?.paymentId ?? '-')).toBe(true);

  expect((await rival.ask(listTransactions)).data).toEqual([]);
  for (const endpoint of [getTransaction, transactionReceipt])
    expect((await rival.call(endpoint, { params })).status).toBe(404);
  const operator = await product.signIn(product.people.operator);
  expect((await operator.call(listTransactions)).code).toBe('admin-required');
});

test('an order is verified by its own organisation, and by the call of its kind', async () => {
  const proof = await pay((await order(admin)).id);
  expect(await rival.call(renewVerifyPayment, { body: proof })).toMatchObject({
    status: 404,
    code: 'payment-order-not-found',
  });
  const forged = { ...proof, razorpay_signature: checkoutSignature('order_1', 'pay_1') };
  expect((await admin.call(renewVerifyPayment, { body: forged })).message).toBe(
    'Payment verification failed',
  );
  const subscription = await own();
  expect(
    await rival.call(renewCreateOrder, {
      body: { planId: plan._id, subscriptionId: subscription?._id ?? '' },
    }),
  ).toMatchObject({ status: 404, code: 'subscription-not-found' });
  await expect.poll(() => verified(proof)).toEqual({ status: 'granted' });
});

test('a renewal lifts the block of an expired subscription, from the moment of the payment', async () => {
  const before = await own();
  const params = { id: before?._id ?? '' };
  // The end is later than the start, and the organisation is perhaps younger than a second.
  const endDate = new Date(Date.parse(before?.startDate ?? '') + 1).toISOString();
  await superAdmin.ask(setSubscriptionStatus, { params, body: { status: 'expired', endDate } });
  await vi.waitFor(async () => expect((await admin.ask(me)).data.block).not.toBeNull());
  expect((await admin.call(listLeads, { query: {} })).code).toBe('tenant-blocked');
  const proof = await pay((await order(admin, params.id)).id);
  const twice = await Promise.all([1, 2].map(() => admin.call(renewVerifyPayment, { body: proof })));
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  await vi.waitFor(async () => expect((await admin.ask(me)).data.block).toBeNull());
  expect((await admin.call(listLeads, { query: {} })).status).toBe(200);
  const renewed = await own();
  expect(renewed?.status).toBe('active');
  expect(renewed?.endDate).toBe(
    addPeriod(renewed?.startDate ?? '', { count: 1, type: 'months' }).toISOString(),
  );
  expect(Date.parse(renewed?.startDate ?? '')).toBeGreaterThan(Date.parse(endDate));
});

test('a subscriber sees the present terms of the own plan, also when it is not sold any more', async () => {
  const subscribed = (await own())?.planId._id;
  expect(subscribed).toBe(plan._id);
  const params = { id: plan._id };
  await superAdmin.ask(updatePlan, { params, body: { isActive: false, price: 51 } });
  const { renewalPlan } = (await admin.ask(ownSubscription)).data;
  expect(renewalPlan).toMatchObject({ _id: plan._id, name: 'Renewals', price: 51, currency: 'EUR' });
  expect((await product.anybody.ask(plansForSale)).data.map(({ _id }) => _id)).not.toContain(plan._id);
  expect(await order(admin)).toMatchObject({ amount: 5100, currency: 'EUR' });
  await superAdmin.ask(updatePlan, { params, body: { isActive: true, price: 49.5 } });
});

test('an admin cancels the own subscription for its end, and no other one', async () => {
  const params = { id: (await own())?._id ?? '' };
  expect((await rival.call(cancelOwnSubscription, { params, body: {} })).code).toBe('subscription-not-found');
  await admin.ask(cancelOwnSubscription, { params, body: { reason: 'Moved' } });
  expect(await own()).toMatchObject({ status: 'cancelled' });
  expect((await admin.call(listLeads, { query: {} })).status).toBe(200);
  expect((await admin.call(cancelOwnSubscription, { params, body: {} })).code).toBe(
    'subscription-not-active',
  );
});

test('full refunds take back what their payments gave, the newest first: the period before them goes on', async () => {
  const renew = async () => {
    const { id } = await order(rival);
    const proof = await pay(id);
    await rival.ask(renewVerifyPayment, { body: proof });
    await vi.waitFor(async () =>
      expect(await own(rival)).toMatchObject({ paymentId: proof.razorpay_payment_id, status: 'active' }),
    );
    return id;
  };
  const refund = async (order: string) => {
    const find = async () => (await superAdmin.ask(listPayments, { query: { search: order } })).data[0];
    const params = { id: (await find())?._id ?? '' };
    await superAdmin.ask(refundPayment, { params, body: { reason: 'Bought by mistake' } });
    await vi.waitFor(async () => expect(await find()).toMatchObject({ status: 'refunded', refunded: 49.5 }));
  };
  const before = await own(rival);
  const first = await renew();
  const between = await own(rival);
  const second = await renew();
  for (const [order, goesOn] of [
    [second, between],
    [first, before],
  ] as const) {
    await refund(order);
    await vi.waitFor(async () =>
      expect(await own(rival)).toMatchObject({
        status: 'cancelled',
        endDate: goesOn?.endDate,
        planId: { name: goesOn?.planId.name },
      }),
    );
  }
});
