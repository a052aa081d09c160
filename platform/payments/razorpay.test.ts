import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../net/listen.ts';
import { ProviderRefused, ProviderUnavailable } from './provider.ts';
import { openRazorpay } from './razorpay.ts';

/** Razorpay's API as its documentation describes it, with answers that a test sets. */
const asked: { call: string; authorization: string | undefined; body: unknown }[] = [];
let answers: { status: number; body: unknown }[] = [];
const server = createServer(async (request, response) => {
  const { method, url, headers } = request;
  asked.push({ call: `${method} ${url}`, authorization: headers.authorization, body: await bodyOf(request) });
  const { status, body } = answers.shift() ?? { status: 500, body: {} };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
const port = await listen(server);
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += String(part);
  return text === '' ? null : JSON.parse(text);
}

const keys = { keyId: 'rzp_test_key', keySecret: 'the key secret' };
const provider = openRazorpay(keys, `http://127.0.0.1:${port}`);
const payment = {
  id: 'pay_1',
  entity: 'payment',
  amount: 9900,
  currency: 'USD',
  status: 'captured',
  order_id: 'order_1',
  error_description: null,
};
const captured = {
  id: 'pay_1',
  orderId: 'order_1',
  amount: 9900,
  currency: 'USD',
  status: 'captured',
  error: null,
};

test('creates an order that is captured by itself, with the keys', async () => {
  answers = [{ status: 200, body: { id: 'order_1', amount: 9900, currency: 'USD', status: 'created' } }];
  const notes = { planId: '1', email: 'asha@example.com' };
  expect(await provider.createOrder({ amount: 9900, currency: 'USD', receipt: 'r', notes })).toEqual({
    id: 'order_1',
    amount: 9900,
    currency: 'USD',
  });
  expect(asked.at(-1)).toMatchObject({
    call: 'POST /v1/orders',
    authorization: `Basic ${Buffer.from('rzp_test_key:the key secret').toString('base64')}`,
    body: { amount: 9900, currency: 'USD', receipt: 'r', notes, payment: { capture: 'automatic' } },
  });
});

test('reads payments; amounts may be texts', async () => {
  answers = [
    { status: 200, body: { ...payment, amount: '9900' } },
    { status: 200, body: { items: [{ ...payment, status: 'failed', error_description: 'Declined' }] } },
  ];
  expect(await provider.payment('pay_1')).toEqual(captured);
  expect(await provider.paymentsOf('order_1')).toEqual([
    { ...captured, status: 'failed', error: 'Declined' },
  ]);
  expect(asked.slice(-2).map(({ call }) => call)).toEqual([
    'GET /v1/payments/pay_1',
    'GET /v1/orders/order_1/payments',
  ]);
});

test('tells money that was returned before it was taken from a refund', async () => {
  const refunded = { ...payment, status: 'refunded' };
  answers = [
    {
      status: 200,
      body: {
        items: [
          { ...refunded, captured: true },
          { ...refunded, captured: false },
        ],
      },
    },
  ];
  const statuses = (await provider.paymentsOf('order_1')).map(({ status }) => status);
  expect(statuses).toEqual(['refunded', 'returned']);
});

test('captures, also when the automatic capture was first', async () => {
  const authorized = { ...captured, status: 'authorized' as const };
  answers = [
    { status: 400, body: { error: { description: 'This payment has already been captured' } } },
    { status: 200, body: payment },
  ];
  expect(await provider.capture(authorized)).toEqual(captured);
});

test('refunds and reads refunds', async () => {
  const refund = { id: 'rfnd_1', amount: 9900, currency: 'USD' };
  answers = [
    { status: 200, body: refund },
    { status: 200, body: { items: [refund] } },
  ];
  expect(await provider.refund({ paymentId: 'pay_1', amount: 9900 })).toEqual(refund);
  expect(await provider.refundsOf('pay_1')).toEqual([refund]);
  const failed = { ...refund, id: 'rfnd_2', status: 'failed' };
  answers = [
    { status: 200, body: { items: [{ ...refund, status: 'pending' }, failed] } },
    { status: 200, body: failed },
  ];
  expect(await provider.refundsOf('pay_1')).toEqual([refund]);
  await expect(provider.refund({ paymentId: 'pay_1', amount: 9900 })).rejects.toEqual(
    new ProviderRefused('The refund failed'),
  );
});

test('reads the refunds of all pages, each once', async () => {
  const refunds = Array.from({ length: 101 }, (_, n) => ({ id: `rfnd_${n}`, amount: 90, currency: 'USD' }));
  // The newest are first: a refund that is made between two pages moves one of the first page to the second.
  answers = [
    { status: 200, body: { items: refunds.slice(0, 100) } },
    { status: 200, body: { items: refunds.slice(99) } },
  ];
  expect(await provider.refundsOf('pay_1')).toEqual(refunds);
  expect(asked.slice(-2).map(({ call }) => call)).toEqual([
    'GET /v1/payments/pay_1/refunds?count=100&skip=0',
    'GET /v1/payments/pay_1/refunds?count=100&skip=100',
  ]);
});

test('tells refusals from failures that may pass, and shows no key', async () => {
  answers = [{ status: 400, body: { error: { description: 'Order amount less than minimum' } } }];
  const refused = provider.createOrder({ amount: 1, currency: 'INR', receipt: 'r', notes: {} });
  await expect(refused).rejects.toEqual(new ProviderRefused('Order amount less than minimum'));
  for (const status of [401, 429, 500, 503]) {
    answers = [{ status, body: { error: { description: 'No' } } }];
    await expect(provider.payment('pay_1')).rejects.toBeInstanceOf(ProviderUnavailable);
  }
  answers = [{ status: 200, body: { unexpected: true } }];
  await expect(provider.payment('pay_1')).rejects.toBeInstanceOf(ProviderUnavailable);
  const unreachable = openRazorpay(keys, 'http://127.0.0.1:1');
  const failure: unknown = await unreachable.payment('pay_1').catch((error: unknown) => error);
  expect(failure).toEqual(new ProviderUnavailable('The payment provider could not be reached'));
  expect(JSON.stringify(failure) + String(failure)).not.toContain('secret');
});
