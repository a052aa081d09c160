import { randomUUID } from 'node:crypto';
import { paymentIdOf } from '@crm/events/derived-ids.ts';
import { TenantId } from '@crm/events/ids.ts';
import { captured, ordered, refundRequested } from '@crm/events/payments/story.ts';
import { paymentStream } from '@crm/events/streams.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { knownVersions } from '@crm/events/versions.ts';
import { openPaymentProvider } from '@crm/platform/payments/open.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { expect, test } from 'vitest';
import { refundPayment } from './refund.ts';

const db = await testDatabase();
const { store, forJobs } = poolsAndStore(db);
const payments = { kind: 'test' } as const;
const provider = await openPaymentProvider({ payments, secretKey: TEST_SECRET_KEY }, db.everyTenant);

const order = { amount: 9900, currency: 'USD', receipt: 'a test', notes: {} };
/** An order that is paid at the provider. */
async function paid() {
  const { id } = await provider.createOrder(order);
  const proof = await provider.standIn?.pay(id);
  return { order: id, payment: proof?.paymentId ?? '' };
}

/** Carries out a requested refund of an order whose history names this charge. @returns the last event */
async function refunded(providerOrderId: string, charge: string) {
  const of = { id: paymentIdOf(providerOrderId), tenant: TenantId.parse(randomUUID()) };
  const events = [
    ordered({ providerOrderId }),
    captured({ providerPaymentId: charge }),
    refundRequested(charge),
  ].map((event) => ({
    id: randomUUID(),
    version: knownVersions[event.type] ?? 1,
    ...event,
    meta: testMeta(of.tenant),
  }));
  const stream = paymentStream(of.id);
  await store.append({ stream, expected: 'none', events });
  await refundPayment(provider).run(of, forJobs);
  return (await store.readStream(stream)).at(-1);
}

test('a charge of its order is refunded', async () => {
  const own = await paid();
  expect(await refunded(own.order, own.payment)).toMatchObject({ type: 'PaymentRefunded' });
  expect(await provider.payment(own.payment)).toMatchObject({ status: 'refunded' });
});

test('a charge of another order is not refunded', async () => {
  const [own, foreign] = [await paid(), await paid()];
  expect(await refunded(own.order, foreign.payment)).toMatchObject({
    type: 'PaymentRefundFailed',
    data: { reason: 'The payment belongs to another order' },
  });
  expect(await provider.payment(foreign.payment)).toMatchObject({ status: 'captured' });
});
