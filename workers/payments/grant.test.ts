import { randomUUID } from 'node:crypto';
import { paymentIdOf } from '@crm/events/derived-ids.ts';
import { TenantId } from '@crm/events/ids.ts';
import { captured, order, ordered } from '@crm/events/payments/story.ts';
import { paymentStream, subscriptionStream, userStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { knownVersions } from '@crm/events/versions.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test } from 'vitest';
import { endRefunded } from './end-refunded.ts';
import { grantPayment, purchasedAdmin } from './grant.ts';
import { type PaymentJob, recordPayment } from './known-payment.ts';
import { followPayments } from './reaction.ts';

const db = await testDatabase();
const { store, forJobs } = poolsAndStore(db);
// The read model that the end of a subscription reads. It is behind: it has no payment yet.
await db.pool.query('create table payments (id uuid primary key, tenant uuid)');

const contextOn = (on: EventStore) => ({ ...forJobs, store: on });

/** A captured order: a purchase of a new organisation, or a renewal. */
async function paid(purpose: 'purchase' | 'renewal') {
  const [providerOrderId, providerPaymentId] = [`order_${randomUUID()}`, `pay_${randomUUID()}`];
  const of: PaymentJob = { id: paymentIdOf(providerOrderId), tenant: TenantId.parse(randomUUID()) };
  const buyer = { ...order.buyer, email: `${of.id}@example.com`, username: of.id };
  const events = [ordered({ providerOrderId, purpose, buyer }), captured({ providerPaymentId })];
  await store.append({
    stream: paymentStream(of.id),
    expected: 'none',
    events: events.map((event) => ({
      id: randomUUID(),
      version: knownVersions[event.type] ?? 1,
      ...event,
      meta: testMeta(of.tenant),
    })),
  });
  return { ...of, providerPaymentId };
}
type Paid = Awaited<ReturnType<typeof paid>>;

/** Records that the whole payment went back, and handles the events of the payment so far. */
async function refund(payment: Paid) {
  const { providerPaymentId } = payment;
  await recordPayment(store, payment, {
    type: 'RecordRefund',
    providerPaymentId,
    refundId: 'rfnd_1',
    amount: order.amount,
  });
  await followUp(payment, 'PaymentRefunded');
}

/** Runs the grants and the ends of subscriptions that the reaction adds for the events of a type. */
async function followUp({ id, tenant }: Paid, type: string) {
  const added: string[] = [];
  const events = await store.readStream(paymentStream(id));
  for (const event of events.filter((each) => each.type === type))
    followPayments.handle(event, { enqueue: ({ name }) => void added.push(name) });
  if (added.includes(grantPayment.name)) await grantPayment.run({ id, tenant }, contextOn(store));
  if (added.includes(endRefunded.name)) await endRefunded.run({ id, tenant }, contextOn(store));
}

/** The store as the grant sees it, which does something before it appends to the subscription. */
const before = (act: () => Promise<void>): EventStore => ({
  ...store,
  async append(append) {
    if (append.stream.startsWith('subscription-')) await act();
    return store.append(append);
  },
});
const after = (act: () => Promise<void>): EventStore => ({
  ...store,
  async append(append) {
    const outcome = await store.append(append);
    if (append.stream.startsWith('subscription-')) await act();
    return outcome;
  },
});
const kill = () => Promise.reject(new Error('killed'));

async function expectTakenBack({ id, tenant, providerPaymentId }: Paid) {
  expect((await store.readStream(paymentStream(id))).at(-1)?.type).toBe('PaymentGranted');
  expect(await loadState(store, subscriptions, subscriptionStream(tenant))).toMatchObject({
    status: 'cancelled',
    paymentId: providerPaymentId,
  });
}

test('what is granted while its refund is recorded is taken back', async () => {
  const payment = await paid('purchase');
  await grantPayment.run(payment, contextOn(before(() => refund(payment))));
  await followUp(payment, 'PaymentGranted');
  await expectTakenBack(payment);
});

test.each([
  ['purchase', 'before its subscription', before(kill)],
  ['purchase', 'after its subscription', after(kill)],
  ['renewal', 'after its subscription', after(kill)],
] as const)(
  'a grant of a %s that was killed %s and then refunded is taken back',
  async (purpose, _, killed) => {
    const payment = await paid(purpose);
    await expect(grantPayment.run(payment, contextOn(killed))).rejects.toThrow('killed');
    await refund(payment);
    await grantPayment.run(payment, contextOn(store));
    await followUp(payment, 'PaymentGranted');
    await expectTakenBack(payment);
  },
);

test('a grant that used all its attempts is completed and taken back when its payment is refunded', async () => {
  const payment = await paid('purchase');
  await expect(grantPayment.run(payment, contextOn(before(kill)))).rejects.toThrow('killed');
  await refund(payment);
  await followUp(payment, 'PaymentGranted');
  await expectTakenBack(payment);
});

test('a payment that went back before its grant began grants nothing', async () => {
  for (const purpose of ['purchase', 'renewal'] as const) {
    const payment = await paid(purpose);
    await refund(payment);
    await grantPayment.run(payment, contextOn(store));
    const streams = [userStream(purchasedAdmin(payment.id)), subscriptionStream(payment.tenant)];
    expect(await store.existing(streams)).toEqual(new Set());
  }
});
