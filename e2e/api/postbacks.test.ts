import { createHmac } from 'node:crypto';
import type { Sent } from '@crm/contracts/endpoint.ts';
import { createLead, updateLead } from '@crm/contracts/leads/write.ts';
import {
  backfillPostback,
  getLog,
  getRetention,
  listLogs,
  postbackStats,
  retryPostback,
  setRetention,
} from '@crm/contracts/postbacks/logs.ts';
import {
  createPostback,
  deletePostback,
  getPostback,
  listPostbacks,
  rollSecret,
  togglePostback,
  updatePostback,
} from '@crm/contracts/postbacks/postbacks.ts';
import { testPostback } from '@crm/contracts/postbacks/test.ts';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sharedProduct } from './product.ts';
import { openReceiver, type Receipt } from './receiver.ts';
import { leadForm, postbackForm } from './samples.ts';

const { url, receipts, answers, forget, close } = await openReceiver();
afterAll(close);
beforeEach(forget);

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const rival = await product.signIn(product.people.rivalAdmin);

type Form = Partial<Sent<typeof createPostback, 'body'>>;
async function newPostback(more: Form = {}) {
  const { data } = await admin.ask(createPostback, { body: postbackForm(url, more) });
  return { id: data.postback._id, secret: data.secret };
}
const shown = async (id: string) => (await admin.ask(getPostback, { params: { id } })).data.postback;
const newLead = async (more: Parameters<typeof leadForm>[0] = {}) =>
  (await admin.ask(createLead, { body: leadForm(more) })).data.lead;
const received = (n: number) => vi.waitFor(() => expect(receipts.length).toBeGreaterThanOrEqual(n));
const logsOf = async (id: string, query = {}) => (await admin.ask(listLogs, { params: { id }, query })).data;
const until = <T>(look: () => Promise<T>) => vi.waitFor(look, { interval: 100 });

function signatureOf(secret: string, { headers, body }: Receipt): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

const PASSWORD = 'pass-word-of-the-partner-91';
const TOKEN = 'token-of-the-partner-5522';
const HEADER = 'header-of-the-partner-77';

describe('secrets', () => {
  test('are sent with the request and shown nowhere else', async () => {
    const headers = { 'idempotency-key': 'secret postback' };
    const body = postbackForm(url, {
      headers: [
        { key: 'X-Partner-Token', value: HEADER },
        { key: 'X-Source', value: 'crm' },
      ],
      authentication: { type: 'basic', username: 'ann', password: PASSWORD },
    });
    const made = await admin.ask(createPostback, { body, headers });
    const { secret } = made.data;
    const id = made.data.postback._id;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    // A repeat gets the same answer, and creates no second one.
    expect((await admin.ask(createPostback, { body, headers })).data).toEqual(made.data);

    const basic = Buffer.from(`ann:${PASSWORD}`).toString('base64');
    answers.echo = true;
    expect(await shown(id)).toMatchObject({
      headers: [
        { key: 'X-Partner-Token', value: '', isSecret: true },
        { key: 'X-Source', value: 'crm', isSecret: false },
      ],
      authentication: { type: 'basic', username: 'ann', isSet: true },
    });

    // Blank secrets are kept; another authentication type uses its own.
    await admin.ask(updatePostback, {
      params: { id },
      body: {
        name: 'Renamed',
        headers: [{ key: 'X-Partner-Token', value: '' }],
        authentication: { type: 'basic', username: 'ann', password: '' },
      },
    });
    const lead = await newLead();
    await received(1);
    expect(receipts[0]?.headers).toMatchObject({
      authorization: `Basic ${basic}`,
      'x-partner-token': HEADER,
    });
    const bearer = { authentication: { type: 'bearer' as const, token: TOKEN } };
    await admin.ask(updatePostback, { params: { id }, body: bearer });
    await until(async () => {
      await admin.ask(updateLead, { params: { id: lead._id }, body: { status: 'hold', adminComment: 'x' } });
      expect(receipts.at(-1)?.headers['authorization']).toBe(`Bearer ${TOKEN}`);
    });

    const logs = await until(async () => {
      const all = await logsOf(id, { status: 'success' });
      expect(all.length).toBeGreaterThanOrEqual(2);
      return all;
    });
    const details = await Promise.all(
      logs.map(async ({ _id }) => (await admin.ask(getLog, { params: { id, logId: _id } })).data.log),
    );
    const tried = await admin.ask(testPostback, { params: { id }, body: { event: 'new_lead' } });
    const list = await admin.ask(listPostbacks);
    const { rows } = await product.database.pool.query<{ all: string }>(
      `select string_agg(e::text, '') as all from event_store.events e
        where e.stream like 'postback-%' or e.type like 'Batch%'`,
    );
    const seen = { details, tried: tried.data, list: list.data, logs };
    for (const place of [JSON.stringify(seen), rows[0]?.all ?? '', product.logged()])
      for (const hidden of [PASSWORD, TOKEN, HEADER, secret, basic]) expect(place).not.toContain(hidden);
    expect(details[0]?.requestHeaders).toMatchObject({
      authorization: '••••••',
      'x-partner-token': '••••••',
    });
    expect(details[0]?.errorDetails?.message).toMatch(/^You said .*••••••/);
    await admin.ask(deletePostback, { params: { id } });
    const kept = await product.database.everyTenant.query('select from secrets where owner = $1', [id]);
    expect(kept.rowCount).toBe(0);
  });

  test('of the authentication type are required', async () => {
    const { id } = await newPostback({ isActive: false });
    const answer = await admin.call(updatePostback, {
      params: { id },
      body: { authentication: { type: 'api_key' } },
    });
    expect([answer.status, answer.errors]).toEqual([
      400,
      { 'authentication.apiKey': 'This field is required' },
    ]);
    const fresh = postbackForm(url, { authentication: { type: 'bearer' } });
    expect((await admin.call(createPostback, { body: fresh })).errors).toEqual({
      'authentication.token': 'This field is required',
    });
  });

  test('for signing are rolled: each old one stays valid for a day, also after the next roll', async () => {
    const { id, secret } = await newPostback();
    const headers = { 'idempotency-key': 'roll once' };
    const rolled = (await admin.ask(rollSecret, { params: { id }, headers })).data;
    expect((await admin.ask(rollSecret, { params: { id }, headers })).data).toEqual(rolled);
    expect(rolled.secret).not.toBe(secret);
    expect(Date.parse(rolled.previousUntil) - Date.now()).toBeGreaterThan(23.9 * 3600_000);
    expect((await shown(id)).previousSecretUntil).toBe(rolled.previousUntil);
    const again = (await admin.ask(rollSecret, { params: { id } })).data;
    await newLead();
    await received(1);
    const [receipt] = receipts;
    if (!receipt) throw new Error('There is one');
    expect(receipt.headers['webhook-signature']?.split(' ')).toEqual(
      [again.secret, rolled.secret, secret].map((each) => signatureOf(each, receipt)),
    );
    expect((await shown(id)).previousSecretUntil).toBe(again.previousUntil);
    await admin.ask(deletePostback, { params: { id } });
  });
});

describe('the form', () => {
  test.each([
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'http://0x7f.2/',
    'http://127.1.2.3/',
  ])('rejects %s, which is not a public address', async (address) => {
    const answer = await admin.call(createPostback, { body: postbackForm(address) });
    expect([answer.status, answer.errors]).toEqual([400, { url: 'This address is not a public one' }]);
  });

  test('is toggled, with a target state or without', async () => {
    const { id } = await newPostback({ isActive: false });
    const toggle = async (body = {}) =>
      (await admin.ask(togglePostback, { params: { id }, body })).data.isActive;
    const headers = { 'idempotency-key': 'toggle once' };
    for (const _ of ['first', 'again'])
      expect((await admin.ask(togglePostback, { params: { id }, body: {}, headers })).data.isActive).toBe(
        true,
      );
    expect(await toggle()).toBe(false);
    expect([await toggle(), await toggle(), await toggle({ isActive: false }), await toggle()]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    await admin.ask(deletePostback, { params: { id } });
  });

  test('of another tenant is not found', async () => {
    const { id } = await newPostback({ isActive: false });
    const params = { id };
    const period = { startDate: '2025-01-01', endDate: '2025-01-02' };
    const answers = await Promise.all([
      rival.call(getPostback, { params }),
      rival.call(updatePostback, { params, body: { name: 'Taken' } }),
      rival.call(deletePostback, { params }),
      rival.call(togglePostback, { params, body: {} }),
      rival.call(rollSecret, { params }),
      rival.call(testPostback, { params, body: { event: 'new_lead' } }),
      rival.call(retryPostback, { params, body: {} }),
      rival.call(backfillPostback, { params, body: period }),
      rival.call(listLogs, { params, query: {} }),
      rival.call(postbackStats, { params, query: {} }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await shown(id)).name).toBe('Tracker');
  });
});

describe('a test', () => {
  const sub = { key: 'order', value: 'orderId', isPlaceholder: true };

  test('shows the request, and sends exactly that', async () => {
    const { id } = await newPostback({
      isActive: false,
      url: `${url}?from={{orderId}}`,
      parameters: [sub, { key: 'st', value: 'status', isPlaceholder: true }],
      statusMap: { approved: 'sale' },
    });
    const body = {
      event: 'lead_approved' as const,
      testData: { orderId: 'T/1 &', status: 'approved' as const, total: 12.5 },
    };
    const dry = (await admin.ask(testPostback, { params: { id }, body: { ...body, dryRun: true } })).data;
    expect(receipts).toEqual([]);
    expect(dry).toMatchObject({
      request: { method: 'POST', url: `${url}?from=T%2F1%20%26`, body: '{"order":"T/1 &","st":"sale"}' },
      statusCode: null,
      error: null,
    });
    Object.assign(answers, { status: 418, body: 'short and stout' });
    const sent = (await admin.ask(testPostback, { params: { id }, body })).data;
    expect(sent).toMatchObject({ statusCode: 418, response: 'short and stout', error: null });
    expect(receipts).toMatchObject([{ path: '/hook?from=T%2F1%20%26', body: dry.request.body }]);
    expect(await logsOf(id)).toEqual([]);
  });

  test('uses the same address guard as deliveries', async () => {
    const { id } = await newPostback({ isActive: false });
    await product.database.pool.query('select 1');
    const other = { url: 'http://does-not-exist.invalid/' };
    await admin.ask(updatePostback, { params: { id }, body: other });
    const { data } = await admin.ask(testPostback, { params: { id }, body: { event: 'new_lead' } });
    expect(data.statusCode).toBeNull();
    expect(data.error).not.toBeNull();
  });
});

test('each tenant has its own log retention', async () => {
  await admin.ask(setRetention, { body: { days: 30, maxLogs: 100_000 } });
  expect((await admin.ask(getRetention)).data).toEqual({ days: 30, maxLogs: 100_000 });
  expect((await rival.ask(getRetention)).data).toEqual({ days: 90, maxLogs: null });
});
