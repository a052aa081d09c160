import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import {
  checkoutSignature,
  type ProviderCalls,
  type ProviderPayment,
  ProviderRefused,
  type StandIn,
} from './provider.ts';

type Row = {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: 'captured' | 'failed' | 'refunded';
  error: string | null;
  refund_id: string | null;
};

const DECLINED = 'The payment was declined by the test checkout';

/** The payment provider of the test mode: the same calls and signatures, with orders and payments in our own tables. */
export function openStandIn(pool: Pool, secret: string): ProviderCalls & StandIn {
  const newId = (kind: string) => `${kind}_test${randomBytes(8).toString('hex')}`;
  const byOrder = async (orderId: string) =>
    (await pool.query<Row>('select * from test_payments where order_id = $1 order by created_at', [orderId]))
      .rows;
  const byId = async (id: string) =>
    (await pool.query<Row>('select * from test_payments where id = $1', [id])).rows[0] ?? null;
  const add = async (orderId: string, status: 'captured' | 'failed', error: string | null) =>
    (
      await pool.query<Row>(
        `insert into test_payments (id, order_id, amount, currency, status, error)
         select $2, id, amount, currency, $3, $4 from test_orders where id = $1
         on conflict (order_id) where status <> 'failed' do nothing returning *`,
        [orderId, newId('pay'), status, error],
      )
    ).rows[0] ?? null;

  return {
    async createOrder({ amount, currency }) {
      const id = newId('order');
      await pool.query('insert into test_orders (id, amount, currency) values ($1, $2, $3)', [
        id,
        amount,
        currency,
      ]);
      return { id, amount, currency };
    },
    async payment(id) {
      const row = await byId(id);
      if (!row) throw new ProviderRefused('The payment does not exist');
      return paymentOf(row);
    },
    paymentsOf: async (orderId) => (await byOrder(orderId)).map(paymentOf),
    capture: async (payment) => payment, // the test checkout captures at once
    async refund({ paymentId }) {
      const { rows } = await pool.query<Row>(
        `update test_payments set status = 'refunded', refund_id = $2 where id = $1 and status = 'captured' returning *`,
        [paymentId, newId('rfnd')],
      );
      const [refund] = rows.flatMap(refundOf);
      if (!refund) throw new ProviderRefused('The payment has been fully refunded already');
      return refund;
    },
    async refundsOf(paymentId) {
      const row = await byId(paymentId);
      return row ? refundOf(row) : [];
    },
    async pay(orderId) {
      const paid =
        (await add(orderId, 'captured', null)) ??
        (await byOrder(orderId)).find(({ status }) => status !== 'failed');
      if (!paid) return null;
      return { orderId, paymentId: paid.id, signature: checkoutSignature(secret, orderId, paid.id) };
    },
    async fail(orderId) {
      const failed = await add(orderId, 'failed', DECLINED);
      return failed && paymentOf(failed);
    },
  };
}

const paymentOf = ({ order_id: orderId, refund_id: _, ...row }: Row): ProviderPayment => ({
  ...row,
  orderId,
});

const refundOf = ({ refund_id: id, amount, currency }: Row) =>
  id === null ? [] : [{ id, amount, currency }];
