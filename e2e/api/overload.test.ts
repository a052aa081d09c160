import { listLeads } from '@crm/contracts/leads/read.ts';
import { updateLead } from '@crm/contracts/leads/write.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { expect, test, vi } from 'vitest';
import type { Answer } from './calls.ts';
import { startProduct } from './product.ts';

const METRICS_TOKEN = 'a-token-of-the-tests';
const product = await startProduct({ METRICS_TOKEN });
const admin = await product.signIn('admin@demo.test');
const [offer] = (await admin.ask(listOffers)).data;
const [lead] = (await admin.ask(listLeads)).data;
if (!offer || !lead) throw new Error('The demo has offers and leads');

/** The key is for repetitions: on a machine that stops for 8 s, an append is held for longer than it may take. */
const post = (name: string) =>
  product.send({
    method: 'POST',
    path: '/leads',
    body: { fullName: 'Asha Rao', phone: '+91 98200 11111', offer: offer._id, quantity: 1, orderId: name },
    headers: { 'idempotency-key': name },
  });

/** Makes every append wait until the returned function is called; reads go on. */
async function holdAppends() {
  const client = await product.database.pool.connect();
  await client.query('begin');
  await client.query('lock table event_store.events in share mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Leads in the store with order ids that begin so. */
async function stored(prefix: string): Promise<number> {
  const { rows } = await product.database.pool.query<{ n: number }>(
    `select count(*)::int as n from event_store.events where type = 'LeadCreated' and data->>'orderId' like $1`,
    [`${prefix}%`],
  );
  return rows[0]?.n ?? 0;
}

test('while too many leads wait, further ones are refused without a trace and users are served', async () => {
  const before = await product.events();
  const release = await holdAppends();
  const waiting = Array.from({ length: 100 }, (_, n) => post(`HELD-${n}`));

  // Posts go on to wait until the oldest has waited too long; then the next one is answered.
  const refusals: { name: string; answer: Answer }[] = [];
  for (let n = 0; refusals.length === 0; n += 1) {
    const name = `NEXT-${n}`;
    const answered = post(name).then((answer) => {
      if (answer.status === 503) refusals.push({ name, answer });
      return answer;
    });
    waiting.push(answered);
    // A query of the database gives the product time, and needs some itself.
    await stored('NEXT');
  }
  const [refused] = refusals;
  if (!refused) throw new Error('The loop ends with a refusal');
  expect(refused.answer).toMatchObject({ success: false, code: 'overloaded' });
  expect(Number(refused.answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(refused.answer.headers['access-control-allow-origin']).toBe('*');

  const edit = admin.call(updateLead, { params: { id: lead._id }, body: { city: 'Mysuru' } });
  expect((await admin.call(listLeads)).status).toBe(200);
  expect((await product.app.inject('/healthz')).statusCode).toBe(200);

  await release();
  expect((await edit).status).toBe(200);
  const answers = await Promise.all(waiting);
  const accepted = answers.filter(({ status }) => status === 201);
  expect(answers.filter(({ status, code }) => status !== 201 && code !== 'overloaded')).toEqual([]);
  expect(await product.events()).toBe(before + accepted.length + 1);
  expect(await stored(refused.name)).toBe(0);
  expect(await post(refused.name)).toMatchObject({ status: 201 });
  await vi.waitFor(async () => {
    const shown = await admin.ask(listLeads, { query: { orderIds: [refused.name], limit: 10 } });
    expect(shown.data).toHaveLength(1);
  });
});

test('/metrics counts them', async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { body } = await product.app.inject({ url: '/metrics', headers });
  expect(body).toMatch(
    /^http_refusals_total\{method="POST",route="\/api\/leads",refusal="overloaded"\} [1-9]/m,
  );
});
