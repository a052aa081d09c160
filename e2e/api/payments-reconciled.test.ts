import { randomUUID } from 'node:crypto';
import { testCheckout } from '@crm/contracts/payments/checkout.ts';
import { listPayments, refundPayment } from '@crm/contracts/payments/payments.ts';
import { createPlan } from '@crm/contracts/plans/plans.ts';
import { expect, test, vi } from 'vitest';
import { buying } from './payments.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');
const { plan } = (await superAdmin.ask(createPlan, { body: { name: 'Reconciled', price: 20 } })).data;
const { ordered, pay, verify } = buying(product.anybody, plan._id);
const pool = product.database.everyTenant;

const row = async (orderId: string) =>
  (await superAdmin.ask(listPayments, { query: { search: orderId } })).data[0];

/** Lets the questions about an order be due now, as if the time had passed. */
async function letTimePass(orderId: string) {
  const order = await row(orderId);
  const id = order?._id ?? '';
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query<{ key: string; at: Date }>(
        `select key, run_at as at from graphile_worker._private_jobs where key like $1 order by run_at`,
        [`reconcile-payment ${id} %`],
      );
      expect(rows).toHaveLength(5);
      const orderedAt = Date.parse(order?.createdAt ?? '');
      const minutes = rows.map(({ at }) => Math.round((at.getTime() - orderedAt) / 60_000));
      expect(minutes).toEqual([2, 15, 120, 1440, 4320]);
    },
    { interval: 50 },
  );
  await pool.query('update graphile_worker._private_jobs set run_at = now() where key = $1', [
    `reconcile-payment ${id} 0`,
  ]);
  // The queue looks at once when a job is added.
  await pool.query("select graphile_worker.add_job('reconcile-payment', $1::json, job_key => $2)", [
    JSON.stringify({ id, tenant: order?.tenantId, step: 0 }),
    `reconcile-payment ${id} 0`,
  ]);
}

test('an order whose answer was lost is granted when the provider is asked', async () => {
  const orderId = await ordered();
  await pay(orderId);
  expect((await row(orderId))?.status).toBe('created');
  await letTimePass(orderId);
  await vi.waitFor(async () => expect((await row(orderId))?.status).toBe('granted'), { interval: 50 });
});

test('an order whose payment went back before the provider was asked grants nothing', async () => {
  const orderId = await ordered();
  await pay(orderId);
  await pool.query("update test_payments set status = 'refunded', refund_id = $2 where order_id = $1", [
    orderId,
    `rfnd_${orderId}`,
  ]);
  await letTimePass(orderId);
  await vi.waitFor(
    async () => expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded: 20 }),
    { interval: 50 },
  );
});

test('a failed attempt is found too, and an unpaid order stays as it is', async () => {
  const [failed, unpaid] = [await ordered(), await ordered()];
  await product.anybody.ask(testCheckout, { body: { orderId: failed, outcome: 'fail' } });
  await letTimePass(unpaid);
  await letTimePass(failed);
  await vi.waitFor(
    async () =>
      expect(await row(failed)).toMatchObject({
        status: 'failed',
        problem: 'The payment was declined by the test checkout',
      }),
    { interval: 50 },
  );
  expect((await row(unpaid))?.status).toBe('created');
  expect((await verify(await pay(failed))).data).toEqual({ status: 'granted' });
});

test('a refund that the provider refuses is shown, and can be requested again', async () => {
  const orderId = await ordered();
  await verify(await pay(orderId));
  const params = { id: (await row(orderId))?._id ?? '' };
  // The provider has another amount by now: its stand-in refuses a payment that it does not know as captured.
  await pool.query("update test_payments set status = 'failed' where order_id = $1", [orderId]);
  await superAdmin.ask(refundPayment, { params, body: { reason: 'Bought twice' } });
  const problem = 'The payment has been fully refunded already';
  await vi.waitFor(async () => expect(await row(orderId)).toMatchObject({ status: 'granted', problem }), {
    interval: 50,
  });
  await pool.query("update test_payments set status = 'captured' where order_id = $1", [orderId]);
  const headers = { 'idempotency-key': randomUUID() };
  const refund = () => superAdmin.call(refundPayment, { params, body: { reason: 'Bought twice' }, headers });
  expect((await Promise.all([refund(), refund()])).map(({ status }) => status)).toEqual([200, 200]);
  await vi.waitFor(
    async () => expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded: 20, problem: null }),
    { interval: 50 },
  );
});
