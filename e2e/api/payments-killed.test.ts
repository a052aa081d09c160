import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { plansForSale } from '@crm/contracts/plans/plans.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { Agent, request } from 'undici';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { fetchServed } from '../served.ts';
import { reported, signed, webhookCall } from './payments.ts';

const ROUNDS = shortOrLong(2, 10);
/** Purchases of a round; the product is killed in the middle of each. */
const PURCHASES = shortOrLong(12, 100);
const AT_ONCE = 8;
/** Purchases of one network: its limit also counts orders that were cut off. */
const OF_NETWORK = 4;

const { url: databaseUrl, everyTenant: pool } = await testDatabase();
const product = await startProduct({ demoLeads: 0, databaseUrl });
afterAll(product.remove);

/** Each network is an address of its own on this machine. */
const networks = new Map<number, Agent>();
function networkOf(n: number): Agent {
  const at = Math.floor(n / OF_NETWORK);
  const known = networks.get(at) ?? new Agent({ localAddress: `127.0.1.${at + 1}` });
  networks.set(at, known);
  return known;
}
afterAll(() => Promise.all([...networks.values()].map((agent) => agent.close())));

type Call = { path: string; payload: string; headers?: Record<string, string> };

/** Repeats a call, as browsers and the provider do, until it is answered with success; both may be cut off by a kill. */
async function until2xx(n: number, { path, payload, headers = {} }: Call): Promise<unknown> {
  for (;;) {
    try {
      const { statusCode, body } = await request(`${product.url}/api${path}`, {
        method: 'POST',
        dispatcher: networkOf(n),
        headers: { 'content-type': 'application/json', ...headers },
        body: payload,
      });
      const text = await body.text();
      if (statusCode < 300) return z.object({ data: z.unknown() }).parse(JSON.parse(text)).data;
      if (statusCode < 500) throw new Error(`${path} answers ${statusCode} ${text}`);
    } catch (error) {
      if (error instanceof Error && error.message.includes('answers')) throw error;
    }
    await sleep(50);
  }
}

const Ordered = z.object({ id: z.string() });
const Paid = z.object({ proof: z.record(z.string(), z.string()) });

async function purchase(n: number, planId: string): Promise<void> {
  const form = { planId, fullName: `Buyer ${n}`, username: `buyer${n}`, email: `buyer${n}@example.com` };
  const { id } = Ordered.parse(
    await until2xx(n, {
      path: '/razorpay/create-order',
      payload: JSON.stringify(form),
      headers: { 'idempotency-key': randomUUID() },
    }),
  );
  const { proof } = Paid.parse(
    await until2xx(n, {
      path: '/razorpay/test-checkout',
      payload: JSON.stringify({ orderId: id, outcome: 'pay' }),
    }),
  );
  const webhook = webhookCall('payment.captured', reported(id, proof['razorpay_payment_id'] ?? '', price));
  const signature = { 'x-razorpay-signature': signed(webhook.payload) };
  const byBrowser = { path: '/razorpay/verify-payment', payload: JSON.stringify(proof) };
  // Every third browser is closed after the payment, and every third webhook is lost.
  await Promise.all([
    n % 3 === 1 ? null : until2xx(n, byBrowser),
    n % 3 === 2 ? null : until2xx(n, { ...webhook, headers: signature }),
  ]);
}
let price = { amount: 0, currency: '' };

/** The events of all purchases by type, with the number of organisations that they belong to. */
async function counts(): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ type: string; n: number; tenants: number }>(
    `select type, count(*)::int as n, count(distinct meta ->> 'tenant')::int as tenants
       from event_store.events
      where meta ->> 'tenant' in (
        select meta ->> 'tenant' from event_store.events where type = 'PaymentOrderCreated')
      group by type`,
  );
  return Object.fromEntries(rows.map(({ type, n, tenants }) => [type, `${n} of ${tenants}`]));
}

async function mailCounts() {
  const { rows } = await pool.query<{ template: string; n: number }>(
    'select template, count(*)::int as n from mails group by template order by template',
  );
  return rows;
}

async function planOnSale() {
  const answer = await fetchServed(`${product.url}/api/auth/get-plans`);
  const [plan] = z.object({ data: plansForSale.data }).parse(await answer.json()).data;
  if (!plan) throw new Error('The demo sells plans');
  price = { amount: Math.round(plan.price * 100), currency: plan.currency };
  return plan._id;
}

test.each(Array.from({ length: ROUNDS }, (_, round) => ({ round: round + 1 })))(
  `round $round: ${PURCHASES} purchases with browser and webhook racing, and a kill in the middle, are granted once each`,
  async ({ round }) => {
    const plan = await planOnSale();
    const begun = Date.now();
    const [first, end] = [(round - 1) * PURCHASES, round * PURCHASES];
    let next = first;
    const buyer = async () => {
      for (let n = next++; n < end; n = next++) await purchase(n, plan);
    };
    const buyers = Promise.all(Array.from({ length: AT_ONCE }, buyer));
    while (next < first + PURCHASES / 2) await sleep(5);
    await product.end('SIGKILL');
    await product.again();
    await buyers;

    const each = `${end} of ${end}`;
    const once = {
      PaymentOrderCreated: each,
      PaymentCaptured: each,
      PaymentGranted: each,
      UserCreated: each,
      TenantCreated: each,
      SubscriptionGranted: each,
      UserPasswordLinkIssued: each,
    };
    await vi.waitFor(async () => expect(await counts()).toEqual(once), { interval: 100 });
    const mails = [
      { template: 'receipt', n: end },
      { template: 'welcome', n: end },
    ];
    await vi.waitFor(async () => expect(await mailCounts()).toEqual(mails), { interval: 100 });
    console.info(
      `Round ${round}: ${PURCHASES} purchases, each granted once, ${((Date.now() - begun) / 1000).toFixed(1)} s`,
    );
  },
);
