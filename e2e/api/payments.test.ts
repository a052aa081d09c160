import { randomUUID } from 'node:crypto';
import { me, resetPassword } from '@crm/contracts/auth/auth.ts';
import { createOrder, testCheckout, verifyPayment } from '@crm/contracts/payments/checkout.ts';
import { listPayments, refundPayment, retryPaymentGrant } from '@crm/contracts/payments/payments.ts';
import { createPlan, deletePlan, listPlans, updatePlan } from '@crm/contracts/plans/plans.ts';
import { listSubscribers } from '@crm/contracts/subscriptions/subscriptions.ts';
import { expect, test, vi } from 'vitest';
import { buying, checkoutSignature, mailsTo, newBuyer, reported, tokenIn, webhookCall } from './payments.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const { anybody } = product;
const superAdmin = await product.signIn('super@demo.test');
const plan = (
  await superAdmin.ask(createPlan, {
    body: { name: 'Payments Growth', price: 99, currency: 'USD', billingCycle: 'monthly', isActive: true },
  })
).data.plan;
const { order, ordered, pay, verify } = buying(anybody, plan._id);

const paymentsOf = async (search: string) => (await superAdmin.ask(listPayments, { query: { search } })).data;
const statusOf = async (orderId: string) => (await paymentsOf(orderId))[0]?.status;
const becomes = (orderId: string, status: string) =>
  vi.waitFor(async () => expect(await statusOf(orderId)).toBe(status), { interval: 50 });

/**
 * The number of events of payments; other ones, of mails for example, follow later. So that none are added beside a test, each
 * test verifies what it paid: two minutes after an order, the product asks the provider about it.
 */
async function paymentEvents(): Promise<number> {
  const { rows } = await product.database.everyTenant.query<{ n: number }>(
    `select count(*)::int as n from event_store.events where type like 'Payment%'`,
  );
  return rows[0]?.n ?? 0;
}

/** How often an event was recorded for a payment, in its stream and in those of the organisation. */
async function eventsFor(orderId: string) {
  const [payment] = await paymentsOf(orderId);
  const { rows } = await product.database.everyTenant.query<{ type: string; n: number }>(
    `select type, count(*)::int as n from event_store.events
      where meta ->> 'tenant' = $1 and type in ('UserCreated', 'TenantCreated', 'SubscriptionGranted', 'PaymentCaptured', 'PaymentGranted')
      group by type`,
    [payment?.tenantId],
  );
  return Object.fromEntries(rows.map(({ type, n }) => [type, n]));
}
const once = {
  UserCreated: 1,
  TenantCreated: 1,
  SubscriptionGranted: 1,
  PaymentCaptured: 1,
  PaymentGranted: 1,
};

test('a purchase makes an organisation, its admin and its subscription, and mails a link and a receipt', async () => {
  const buyer = newBuyer();
  const orderId = await ordered(buyer);
  expect(await statusOf(orderId)).toBe('created');
  const answer = await verify(await pay(orderId));
  expect(answer).toMatchObject({ status: 200, success: true, data: { status: 'granted' } });
  expect(await eventsFor(orderId)).toEqual(once);

  const mails = await vi.waitFor(() => {
    const found = mailsTo(product.dataDir, buyer.form.email);
    expect(found).toHaveLength(2);
    return found;
  });
  expect(mails.some((mail) => mail.includes('Test receipt: Payments Growth, 99.00 USD'))).toBe(true);
  const token = mails.map(tokenIn).find((each) => each !== '') ?? '';
  const password = 'a first password';
  await anybody.ask(resetPassword, { body: { token, password, confirmPassword: password } });
  const admin = await product.signIn(buyer.form.email, password);
  const { user, block } = (await admin.ask(me)).data;
  expect(user).toMatchObject({
    role: 'admin',
    username: buyer.form.username,
    crmSettings: { organizationName: 'Asha Verma' },
  });
  expect(block).toBeNull();
  const { subscriptions } = (await superAdmin.ask(listSubscribers)).data;
  expect(subscriptions.find(({ userId }) => userId?.email === buyer.form.email)).toMatchObject({
    status: 'active',
    planId: { name: 'Payments Growth', price: 99 },
  });
});

test('browser and webhook race: the money grants once, and the reports are answered well', async () => {
  const orderId = await ordered();
  const proof = await pay(orderId);
  const payload = reported(orderId, proof.razorpay_payment_id);
  const answers = await Promise.all([
    verify(proof),
    product.send(webhookCall('payment.captured', payload)),
    verify(proof),
    product.send(webhookCall('order.paid', payload)),
    product.send(webhookCall('payment.captured', payload)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await becomes(orderId, 'granted');
  expect(await eventsFor(orderId)).toEqual(once);
  // Replayed much later.
  expect((await verify(proof)).data).toEqual({ status: 'granted' });
  await product.send(webhookCall('payment.captured', payload));
  expect(await eventsFor(orderId)).toEqual(once);
});

test('a browser that is closed after paying is granted by the webhook', async () => {
  const orderId = await ordered();
  const { razorpay_payment_id: id } = await pay(orderId);
  const answer = await product.send(webhookCall('order.paid', reported(orderId, id)));
  expect(answer.data).toEqual({ result: 'recorded' });
  await becomes(orderId, 'granted');
});

test('forged and foreign proofs are refused and leave no trace', async () => {
  const orderId = await ordered();
  const proof = await pay(orderId);
  const other = await pay(await ordered());
  const before = await paymentEvents();
  const failed = { status: 400, message: 'Payment verification failed' };
  for (const forged of [
    { ...proof, razorpay_signature: 'made up' },
    { ...proof, razorpay_signature: `${proof.razorpay_signature.slice(0, -2)}00` },
    { ...proof, razorpay_payment_id: other.razorpay_payment_id },
    { ...proof, razorpay_order_id: other.razorpay_order_id },
    // Signed with the right key, but the provider says that the payment is of another order.
    {
      ...proof,
      razorpay_payment_id: other.razorpay_payment_id,
      razorpay_signature: checkoutSignature(orderId, other.razorpay_payment_id),
    },
  ])
    expect(await verify(forged)).toMatchObject(failed);
  const unknown = {
    razorpay_order_id: 'order_unknown',
    razorpay_payment_id: 'pay_unknown',
    razorpay_signature: checkoutSignature('order_unknown', 'pay_unknown'),
  };
  expect(await verify(unknown)).toMatchObject({ status: 404, message: 'Order not found' });
  // A cast: no client of ours sends this.
  expect(await anybody.call(verifyPayment, { body: { razorpay_order_id: '' } as never })).toMatchObject({
    status: 400,
    errors: { razorpay_payment_id: 'This field is required' },
  });
  expect(await paymentEvents()).toBe(before);
  for (const paid of [proof, other]) expect((await verify(paid)).status).toBe(200);
});

test('a webhook needs the right signature; unknown orders and events change nothing', async () => {
  const orderId = await ordered();
  const proof = await pay(orderId);
  const { razorpay_payment_id: id } = proof;
  const payload = reported(orderId, id);
  const before = await paymentEvents();
  for (const signature of ['', 'made up', checkoutSignature(orderId, id)])
    expect(await product.send(webhookCall('payment.captured', payload, signature))).toMatchObject({
      status: 401,
      code: 'signature-wrong',
    });
  const ask = async (event: string, about: unknown) =>
    (await product.send(webhookCall(event, about))).data ?? null;
  expect(await ask('payment.captured', reported('order_unknown', 'pay_1'))).toEqual({
    result: 'unknown-order',
  });
  expect(await ask('payment.authorized', payload)).toEqual({ result: 'ignored' });
  expect(await ask('payment.dispute.created', {})).toEqual({ result: 'ignored' });
  const fraction = await product.send(
    webhookCall('payment.captured', reported(orderId, id, { amount: 99.5 })),
  );
  expect(fraction).toMatchObject({
    status: 400,
    errors: { 'payload.payment.entity.amount': 'Must be a whole number of minor units' },
  });
  expect(await paymentEvents()).toBe(before);
  expect((await verify(proof)).status).toBe(200);
});

test.each([{ amount: 100 }, { currency: 'INR' }])(
  'a payment of %o instead of the order grants nothing and needs attention',
  async (more) => {
    const orderId = await ordered();
    await product.send(webhookCall('payment.captured', reported(orderId, `pay_${randomUUID()}`, more)));
    await becomes(orderId, 'needs_attention');
    expect((await paymentsOf(orderId))[0]).toMatchObject({ attention: 'amount-differs' });
    expect(await eventsFor(orderId)).toEqual({ PaymentCaptured: 1 });
  },
);

test('a failed attempt is recorded, and the same order can still be paid', async () => {
  const orderId = await ordered();
  const { data } = await anybody.ask(testCheckout, { body: { orderId, outcome: 'fail' } });
  expect(data).toEqual({
    outcome: 'fail',
    description: 'The payment was declined by the test checkout',
  });
  const failure = reported(orderId, 'pay_failed', { error_description: 'The card was declined' });
  await product.send(webhookCall('payment.failed', failure));
  await becomes(orderId, 'failed');
  expect((await paymentsOf(orderId))[0]?.problem).toBe('The card was declined');
  expect((await verify(await pay(orderId))).data).toEqual({ status: 'granted' });
  // It arrives late.
  await product.send(webhookCall('payment.failed', { ...failure, late: true }));
  expect(await statusOf(orderId)).toBe('granted');
});

test('two buyers of one email: one gets the plan, the other gets the money back', async () => {
  const buyer = newBuyer();
  const [first, second] = [await ordered(buyer), await ordered(buyer)];
  const proofs = [await pay(first), await pay(second)];
  const answers = await Promise.all(proofs.map((proof) => verify(proof)));
  expect(answers.map(({ data }) => verifyPayment.data.parse(data).status).sort()).toEqual([
    'granted',
    'needs_attention',
  ]);
  const [attention] = (await paymentsOf(buyer.form.email)).filter(
    ({ status }) => status === 'needs_attention',
  );
  if (!attention) throw new Error('One needs attention');
  expect(attention).toMatchObject({ attention: 'email-taken', amount: 99, organizationName: '' });
  const params = { id: attention._id };
  // The email is still taken.
  await superAdmin.ask(retryPaymentGrant, { params });
  await becomes(attention.orderId, 'needs_attention');

  await superAdmin.ask(refundPayment, { params, body: { reason: 'Bought twice' } });
  await becomes(attention.orderId, 'refunded');
  expect((await paymentsOf(attention.orderId))[0]).toMatchObject({ refunded: 99, attention: null });
  expect(await superAdmin.call(refundPayment, { params, body: { reason: 'Again' } })).toMatchObject({
    status: 409,
    code: 'payment-not-refundable',
  });
  // The provider reports the refund that we made.
  const [refund] = (
    await product.database.everyTenant.query<{ refund_id: string; id: string }>(
      'select refund_id, id from test_payments where order_id = $1',
      [attention.orderId],
    )
  ).rows;
  const payload = {
    ...reported(attention.orderId, refund?.id ?? ''),
    refund: { entity: { id: refund?.refund_id, payment_id: refund?.id, amount: 9900, currency: 'USD' } },
  };
  const before = await paymentEvents();
  await product.send(webhookCall('refund.processed', payload));
  expect(await paymentEvents()).toBe(before);
});

test('an email of an account is refused before money moves', async () => {
  const buyer = newBuyer();
  const before = await paymentEvents();
  expect(await order({ ...buyer, form: { ...buyer.form, email: 'ADMIN@demo.test' } })).toMatchObject({
    status: 409,
    errors: { email: 'This email is already in use' },
  });
  expect(await paymentEvents()).toBe(before);
});

test('a double click orders once; the same key with another body is refused', async () => {
  const buyer = newBuyer();
  const key = randomUUID();
  const before = await paymentEvents();
  const together = await Promise.all(Array.from({ length: 20 }, () => order(buyer, key)));
  const [first] = together;
  for (const each of together)
    expect([each.status, each.text, each.headers['x-position']]).toEqual([
      201,
      first?.text,
      first?.headers['x-position'],
    ]);
  expect(await paymentEvents()).toBe(before + 1);
  const other = { ...buyer, form: { ...buyer.form, fullName: 'Somebody Else' } };
  expect(await order(other, key)).toMatchObject({ status: 422, code: 'key-reused' });
  const fresh = randomUUID();
  const [one, two] = await Promise.all([order(buyer, fresh), order(other, fresh)]);
  expect([one.status, two.status].sort()).toEqual([201, 422]);
  expect(await paymentEvents()).toBe(before + 2);
});

test('a plan that is changed or deleted after the order is granted as it was ordered', async () => {
  const { _id: id } = (
    await superAdmin.ask(createPlan, {
      body: { name: 'Short-lived', price: 10.5, currency: 'INR', billingCycle: 'weekly', maxLeads: 7 },
    })
  ).data.plan;
  const short = buying(anybody, id);
  const buyer = newBuyer();
  const placed = await anybody.ask(createOrder, { body: { planId: id, ...buyer.form }, ip: buyer.ip });
  expect(placed.data).toMatchObject({ amount: 1050, currency: 'INR', isTest: true });
  await superAdmin.ask(updatePlan, { params: { id }, body: { price: 99, maxLeads: null } });
  await superAdmin.ask(deletePlan, { params: { id } });
  expect((await short.verify(await short.pay(placed.data.id))).data).toEqual({ status: 'granted' });
  const { subscriptions } = (await superAdmin.ask(listSubscribers)).data;
  const bought = subscriptions.find(({ userId }) => userId?.email === buyer.form.email);
  expect(bought?.planId).toMatchObject({ name: 'Short-lived', price: 10.5, maxLeads: 7 });
  const week = Date.parse(bought?.endDate ?? '') - Date.parse(bought?.startDate ?? '');
  expect(week).toBe(7 * 24 * 3600_000);
  expect(await short.order()).toMatchObject({ status: 404, errors: { planId: 'Plan not found' } });
});

test('a plan that is not sold, or costs nothing, cannot be ordered; bad input names its field', async () => {
  const plans = (await superAdmin.ask(listPlans, { query: {} })).data;
  expect(plans.length).toBeGreaterThan(0);
  const made = async (more: object) =>
    (await superAdmin.ask(createPlan, { body: { name: 'Unsold', price: 5, ...more } })).data.plan._id;
  const [inactive, free] = [await made({ isActive: false }), await made({ price: 0 })];
  expect(await buying(anybody, inactive).order()).toMatchObject({ status: 422, code: 'plan-not-for-sale' });
  expect(await buying(anybody, free).order()).toMatchObject({ status: 422, code: 'plan-free' });
  for (const id of [inactive, free]) await superAdmin.ask(deletePlan, { params: { id } });
  const buyer = newBuyer();
  const bad = { ...buyer, form: { fullName: 'A', username: 'no spaces', email: 'nobody' } };
  expect(await order(bad)).toMatchObject({
    status: 400,
    errors: {
      fullName: 'Must be at least 2 characters',
      username: 'Cannot contain spaces or @',
      email: 'Please enter a valid email address',
    },
  });
});

test('orders are limited per network', async () => {
  const { ip } = newBuyer();
  const answers = [];
  for (let n = 0; n < 11; n += 1) answers.push(await order({ ...newBuyer(), ip }));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
});

test('no secret is in an event, an answer or the log', async () => {
  const orderId = await ordered();
  const proof = await pay(orderId);
  await verify(proof);
  const { rows } = await product.database.everyTenant.query<{ text: string }>(
    `select e::text as text from event_store.events e where type like 'Payment%'
     union all select j::text from graphile_worker._private_jobs j`,
  );
  const kept = [...rows.map(({ text }) => text), product.logged()].join('\n');
  expect(kept.includes(orderId)).toBe(true);
  expect(kept.includes(proof.razorpay_signature)).toBe(false);
});
