import { randomUUID } from 'node:crypto';
import { listPayments, refundPayment, retryPaymentGrant } from '@crm/contracts/payments/payments.ts';
import { createPlan, deletePlan } from '@crm/contracts/plans/plans.ts';
import { listSubscribers } from '@crm/contracts/subscriptions/subscriptions.ts';
import { deleteAdmin, updateAdmin } from '@crm/contracts/tenants/tenants.ts';
import { paymentIdOf } from '@crm/events/derived-ids.ts';
import { captured, ordered as order, granted as paymentGranted } from '@crm/events/payments/story.ts';
import { knownVersions } from '@crm/events/versions.ts';
import { expect, test, vi } from 'vitest';
import { archiveOfLines, checkArchive, ended, organisation, startImport } from './archives.ts';
import { buying, mailsTo, newBuyer, reported, tokenIn, webhookCall } from './payments.ts';
import { sharedProduct } from './product.ts';

/** What the provider and super admins do long after a payment. */
const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');
const { plan } = (await superAdmin.ask(createPlan, { body: { name: 'Late', price: 99, currency: 'USD' } }))
  .data;
const { ordered, pay, verify } = buying(product.anybody, plan._id);

const paymentOf = async (orderId: string) =>
  (await superAdmin.ask(listPayments, { query: { search: orderId } })).data[0];
const becomes = (orderId: string, expected: object) =>
  vi.waitFor(async () => expect(await paymentOf(orderId)).toMatchObject(expected), { interval: 50 });
const subscriptionOf = async (email: string) =>
  (await superAdmin.ask(listSubscribers)).data.subscriptions.find(({ userId }) => userId?.email === email);

async function granted(buyer = newBuyer()) {
  const orderId = await ordered(buyer);
  const proof = await pay(orderId);
  await verify(proof);
  await becomes(orderId, { status: 'granted' });
  return { orderId, paymentId: proof.razorpay_payment_id };
}

const refundReport = (event: string, orderId: string, paymentId: string, more: object = {}) =>
  webhookCall(event, {
    ...reported(orderId, paymentId, more),
    refund: { entity: { id: `rfnd_of_${paymentId}`, payment_id: paymentId, amount: 9900, currency: 'USD' } },
  });

test('a grant that is tried again gives the whole period from then on, and mails a link', async () => {
  const buyer = newBuyer();
  const [first, second] = [await ordered(buyer), await ordered(buyer)];
  const proof = await pay(second);
  await verify(await pay(first));
  await becomes(first, { status: 'granted' });
  expect((await verify(proof)).data).toEqual({ status: 'needs_attention' });
  const taken = await subscriptionOf(buyer.form.email);
  const free = { email: `elsewhere-${buyer.form.email}` };
  await superAdmin.ask(updateAdmin, { params: { id: taken?.userId?._id ?? '' }, body: free });

  const retriedFrom = Date.now();
  const params = { id: (await paymentOf(second))?._id ?? '' };
  await superAdmin.ask(retryPaymentGrant, { params });
  await becomes(second, { status: 'granted' });
  const subscription = await vi.waitFor(async () => {
    const found = await subscriptionOf(buyer.form.email);
    return found ?? expect.unreachable('not read yet');
  });
  expect(Date.parse(subscription.startDate)).toBeGreaterThanOrEqual(retriedFrom);
  // The first grant mailed one link to this address, too.
  await vi.waitFor(() =>
    expect(mailsTo(product.dataDir, buyer.form.email).filter((mail) => tokenIn(mail) !== '')).toHaveLength(2),
  );
});

test('money that the provider returns by itself, before it was taken, is no payment and no error', async () => {
  const open = await ordered();
  const paid = await granted();
  for (const orderId of [open, paid.orderId]) {
    const answer = await product.send(
      refundReport('refund.processed', orderId, 'pay_late', { captured: false }),
    );
    expect(answer).toMatchObject({ status: 200, data: { result: 'ignored' } });
  }
  expect(await paymentOf(open)).toMatchObject({ status: 'created' });
  expect(await paymentOf(paid.orderId)).toMatchObject({ status: 'granted', refunded: 0 });
});

test('a refund that the provider could not carry out is shown, and can be requested again', async () => {
  const { orderId, paymentId } = await granted();
  await product.send(refundReport('refund.processed', orderId, paymentId));
  await becomes(orderId, { status: 'refunded', refunded: 99, toRefund: 0 });
  for (let n = 0; n < 2; n += 1) {
    const { status } = await product.send(refundReport('refund.failed', orderId, paymentId));
    expect(status).toBe(200);
  }
  const problem = 'The provider could not refund the payment';
  await becomes(orderId, { status: 'granted', refunded: 0, toRefund: 99, problem });
  const params = { id: (await paymentOf(orderId))?._id ?? '' };
  await superAdmin.ask(refundPayment, { params, body: { reason: 'Once more' } });
  await becomes(orderId, { status: 'refunded', refunded: 99 });
});

test('the amounts of a payment are those of the shown charge; a refund returns what is left of the one in question', async () => {
  const { orderId, paymentId } = await granted();
  await product.send(webhookCall('payment.captured', reported(orderId, 'pay_second')));
  await becomes(orderId, { status: 'needs_attention', amount: 99, refunded: 0, toRefund: 99 });
  await product.send(refundReport('refund.processed', orderId, 'pay_second'));
  await becomes(orderId, { status: 'granted', amount: 99, refunded: 0, toRefund: 99 });
  const part = { id: 'rfnd_part', payment_id: paymentId, amount: 2000, currency: 'USD' };
  await product.send(
    webhookCall('refund.processed', { ...reported(orderId, paymentId), refund: { entity: part } }),
  );
  await becomes(orderId, { status: 'granted', amount: 99, refunded: 20, toRefund: 79 });
});

test('access ends when every payment of an order is refunded, not with the first of them', async () => {
  const [twice, once] = [newBuyer(), newBuyer()];
  const paidTwice = await granted(twice);
  await product.send(webhookCall('payment.captured', reported(paidTwice.orderId, 'pay_twice')));
  await becomes(paidTwice.orderId, { status: 'needs_attention' });
  const paidOnce = await granted(once);
  for (const { orderId, paymentId } of [paidTwice, paidOnce])
    await product.send(refundReport('refund.processed', orderId, paymentId));
  const ends = (email: string) =>
    vi.waitFor(async () => expect(await subscriptionOf(email)).toMatchObject({ status: 'cancelled' }));
  // By the refund after it.
  await ends(once.form.email);
  expect(await subscriptionOf(twice.form.email)).toMatchObject({ status: 'active' });
  await product.send(refundReport('refund.processed', paidTwice.orderId, 'pay_twice'));
  await ends(twice.form.email);
});

test('a deleted organisation has no subscription in the list, and its plan can be deleted', async () => {
  const body = { name: 'Of one organisation', price: 5, currency: 'USD' as const };
  const params = { id: (await superAdmin.ask(createPlan, { body })).data.plan._id };
  const buyer = newBuyer();
  const one = buying(product.anybody, params.id);
  const orderId = await one.ordered(buyer);
  await one.verify(await one.pay(orderId));
  await becomes(orderId, { status: 'granted' });
  const bought = await vi.waitFor(async () => {
    const found = await subscriptionOf(buyer.form.email);
    return found?.userId ?? expect.unreachable('not read yet');
  });
  expect((await superAdmin.call(deletePlan, { params })).code).toBe('plan-in-use');
  await superAdmin.ask(deleteAdmin, { params: { id: bought._id }, query: { reason: 'Closed' } });
  expect(await subscriptionOf(buyer.form.email)).toBeUndefined();
  await superAdmin.ask(deletePlan, { params });
});

test('a payment of an imported organisation is not refunded here', async () => {
  const { lines, manifest } = organisation();
  const providerOrderId = `order_${randomUUID()}`;
  const stream = `payment-${paymentIdOf(providerOrderId)}`;
  const [{ meta }] = lines;
  const payment = [order({ providerOrderId }), captured(), paymentGranted()].map((event, revision) => ({
    ...event,
    ...{ id: randomUUID(), version: knownVersions[event.type], stream, revision, meta },
    at: '2026-03-01T10:00:00.000Z',
  }));
  const archive = await archiveOfLines(manifest, [...lines, ...payment]);
  const { id: check, problems } = await checkArchive(product, superAdmin, archive);
  expect(problems).toEqual([]);
  expect(await ended(superAdmin, await startImport(superAdmin, check))).toMatchObject({ state: 'done' });
  await becomes(providerOrderId, { status: 'granted', imported: true });
  const params = { id: (await paymentOf(providerOrderId))?._id ?? '' };
  const answer = await superAdmin.call(refundPayment, { params, body: { reason: 'They asked' } });
  expect(answer).toMatchObject({ status: 409, code: 'payment-imported' });
});
