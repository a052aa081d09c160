import { createHmac, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createOrder, testCheckout, verifyPayment } from '@crm/contracts/payments/checkout.ts';
import { testKeys } from '@crm/platform/payments/open.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import type { Answer, Caller } from './calls.ts';

const keys = testKeys(TEST_SECRET_KEY);

/** A signature as the provider makes it. */
export const signed = (body: string, secret = keys.webhookSecret) =>
  createHmac('sha256', secret).update(body).digest('hex');
export const checkoutSignature = (orderId: string, paymentId: string) =>
  signed(`${orderId}|${paymentId}`, keys.secret);

/** A webhook call of the provider; with `signature` a wrong one. */
export function webhookCall(event: string, payload: unknown, signature?: string) {
  const body = JSON.stringify({ entity: 'event', event, payload });
  return {
    method: 'POST',
    path: '/razorpay/webhook',
    payload: body,
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature ?? signed(body) },
  };
}

/** A payment as the provider reports it. */
export const reported = (orderId: string, paymentId: string, more: object = {}) => ({
  payment: {
    entity: { id: paymentId, order_id: orderId, amount: 9900, currency: 'USD', status: 'captured', ...more },
  },
});

let buyers = 0;

/** A new buyer in a network of its own. */
export function newBuyer() {
  buyers += 1;
  const word = `buyer-${buyers}-${randomUUID().slice(0, 8)}`;
  const ip = `198.18.${Math.floor(buyers / 250)}.${(buyers % 250) + 1}`;
  return { ip, form: { fullName: 'Asha Verma', username: word, email: `${word}@example.com` } };
}

/** Makes the calls of the purchase as the console does. */
export function buying(anybody: Caller, planId: string) {
  const order = (buyer = newBuyer(), key = randomUUID()) =>
    anybody.call(createOrder, {
      body: { planId, ...buyer.form },
      headers: { 'idempotency-key': key },
      ip: buyer.ip,
    });
  /** @returns the id of the order */
  const ordered = async (buyer = newBuyer()) =>
    (
      await anybody.ask(createOrder, {
        body: { planId, ...buyer.form },
        headers: { 'idempotency-key': randomUUID() },
        ip: buyer.ip,
      })
    ).data.id;
  async function pay(orderId: string) {
    const { data } = await anybody.ask(testCheckout, { body: { orderId, outcome: 'pay' } });
    if (data.outcome !== 'pay') throw new Error('It was to be paid');
    return data.proof;
  }
  /** Sends the proof again while the plan is being granted: on a busy machine that takes longer than the call waits. */
  async function verify(proof: Awaited<ReturnType<typeof pay>>): Promise<Answer> {
    const answer = await anybody.call(verifyPayment, { body: proof });
    const { data } = verifyPayment.data.safeParse(answer.data);
    return data?.status === 'paid' ? verify(proof) : answer;
  }
  return { order, ordered, pay, verify };
}

/** The mails in an outbox to an address, oldest first, with lines joined. */
export const mailsTo = (dataDir: string, address: string) => {
  const outbox = path.join(dataDir, 'outbox');
  return (existsSync(outbox) ? readdirSync(outbox) : [])
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(path.join(outbox, name), 'utf8').replaceAll('=\r\n', ''))
    .filter((mail) => mail.includes(`To: ${address}\r\n`));
};

/** The token of a mailed link to set a password. */
export const tokenIn = (mail: string) => /\/reset-password#([\w-]{43})\r\n/.exec(mail)?.[1] ?? '';
