import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { createLead, receiveLead, updateLead } from '@crm/contracts/leads/write.ts';
import { createOffer, listOffers, updateOffer } from '@crm/contracts/offers/offers.ts';
import { texts } from '@crm/contracts/texts.ts';
import { portOf } from '@crm/platform/net/listen.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { describe, expect, test } from 'vitest';
import type { Answer, Sending } from './calls.ts';
import { sharedProduct } from './product.ts';
import { leadForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const offer = (await admin.ask(listOffers)).data[0];
if (!offer) throw new Error('The demo has offers');
const lead = { fullName: 'Asha Rao', phone: '+91 98200 11111', offer: offer._id, quantity: 2 };

const post = (body: unknown, more: Partial<Sending> = {}) =>
  product.send({ method: 'POST', path: '/leads', body, ...more });

/** The id of the created lead. */
function madeBy(answer: Answer): string {
  expect(answer.status, answer.text).toBe(201);
  return receiveLead.data.parse(answer.data).lead._id;
}
async function received(answer: Answer) {
  const params = { id: madeBy(answer) };
  const headers = { 'x-min-position': answer.headers['x-position']?.toString() ?? '' };
  return (await admin.ask(getLead, { params, headers })).data;
}

test('the required fields are enough; the offer provides the rest, and the lead shows its origin', async () => {
  const headers = { 'user-agent': 'Landing/1.0', referer: 'https://offers.example/tea' };
  const answer = await post(lead, { headers, ip: '198.51.100.7' });
  expect(answer).toMatchObject({ success: true, message: 'Lead created successfully' });
  const { lead: made, timeline } = await received(answer);
  expect(made).toMatchObject({
    status: 'processing',
    orderSource: 'api',
    referer: 'https://offers.example/tea',
    phone: lead.phone,
    quantity: 2,
    productName: offer.name,
    price: offer.price,
    total: offer.price * 2,
    currency: offer.currency,
    paymentMode: 'cod',
    extra: {},
  });
  expect(timeline[0]).toMatchObject({
    author: { fullName: 'Partner' },
    metadata: { ipAddress: '198.51.100.7', userAgent: 'Landing/1.0' },
  });
});

test.each([
  ['without an order id, then with one', {}, { orderId: 'KEYED-1' }],
  ['with an order id, then without one', { orderId: 'KEYED-2' }, {}],
])('a key is for one lead: %s', async (key, first, second) => {
  const headers = { 'idempotency-key': key };
  madeBy(await post({ ...lead, ...first }, { headers }));
  expect(await post({ ...lead, ...second }, { headers })).toMatchObject({ status: 422, code: 'key-reused' });
});

test('a signed-in caller may name the order source, and a total that is price times quantity', async () => {
  const wrong = { status: 400, errors: { total: 'Must be the price times the quantity' } };
  const form = leadForm({ price: 24.99, quantity: 2, orderSource: 'import' });
  expect(await admin.call(createLead, { body: { ...form, total: 50 } })).toMatchObject(wrong);
  const { lead: made } = (await admin.ask(createLead, { body: { ...form, total: 49.98 } })).data;
  const params = { id: made._id };
  const view = async () => (await admin.ask(getLead, { params })).data.lead;
  expect(await view()).toMatchObject({ total: 49.98, orderSource: 'import', referer: null });

  expect(await admin.call(updateLead, { params, body: { quantity: 3, total: 49.98 } })).toMatchObject(wrong);
  await admin.ask(updateLead, { params, body: { quantity: 3, total: 74.97, orderSource: 'api' } });
  expect(await view()).toMatchObject({ quantity: 3, total: 74.97, orderSource: 'api' });
});

test('accepts a form like JSON', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const fields = {
    ...lead,
    quantity: '3',
    price: '9.50',
    isUrgent: 'true',
    city: 'पुणे',
    email: '',
    utm: 'a+b',
    '1': 'x',
  };
  const payload = new URLSearchParams(fields).toString();
  const { lead: made } = await received(await post(undefined, { payload, headers }));
  expect(made).toMatchObject({
    quantity: 3,
    price: 9.5,
    total: 28.5,
    isUrgent: true,
    city: 'पुणे',
    email: null,
  });
  expect(made.extra).toEqual({ utm: 'a+b', '1': 'x' });

  const twice = await post(undefined, { payload: `${payload}&phone=1`, headers });
  expect(twice).toMatchObject({ status: 400, errors: { phone: expect.any(String) } });
  for (const bad of ['phone=%00', '', '&&&', '=', '%', '__proto__=1&offer=1']) {
    const answer = await post(undefined, { payload: bad, headers });
    expect(answer.status, answer.text).toBe(400);
    expect(Object.keys(answer.errors ?? {})).not.toEqual([]);
  }
});

test('takes a total that a program has computed from the price, in JSON and in a form', async () => {
  const sent = { ...lead, price: 4.35, quantity: 3, total: 4.35 * 3 };
  expect(sent.total).not.toBe(13.05);
  expect((await received(await post(sent))).lead).toMatchObject({ price: 4.35, total: 13.05 });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, String(value)]));
  const form = await post(undefined, { payload: payload.toString(), headers });
  expect((await received(form)).lead).toMatchObject({ price: 4.35, total: 13.05 });
});

test('keeps the letters of JSON and forms in any encoding, and refuses a compressed body', async () => {
  const named = { ...lead, fullName: 'Jürgen Müller' };
  const json = { 'content-type': 'application/json; charset=ISO-8859-1' };
  const latin1 = Buffer.from(JSON.stringify(named), 'latin1');
  expect((await received(await post(undefined, { payload: latin1, headers: json }))).lead.fullName).toBe(
    named.fullName,
  );
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = `fullName=J%FCrgen+M%FCller&phone=%2B919820011111&quantity=1&offer=${lead.offer}`;
  expect((await received(await post(undefined, { payload, headers: form }))).lead.fullName).toBe(
    named.fullName,
  );

  for (const type of [json, form])
    expect(
      await post(undefined, { payload: gzipSync(payload), headers: { ...type, 'content-encoding': 'gzip' } }),
    ).toMatchObject({ status: 415, message: 'Send the body without Content-Encoding' });
});

describe('an unknown field', () => {
  test('is kept, up to 30 fields of 200 characters, with any name and any value', async () => {
    const named = { constructor: 'a', toString: 'b', tenant: 'c', status: 'd', नाम: 'e', 'a.b': 'f' };
    const held = { list: [1, [2]], object: { deep: { er: null } }, number: 1.5, flag: false, nothing: null };
    const rest = Object.fromEntries(Array.from({ length: 19 }, (_, n) => [`f${n}`, 'x'.repeat(200)]));
    const sent = { ...named, ...held, ...rest };
    const { lead: made } = await received(await post({ ...lead, ...sent }));
    expect(made.extra).toEqual({
      ...named,
      ...rest,
      list: '[1,[2]]',
      object: '{"deep":{"er":null}}',
      number: '1.5',
      flag: 'false',
      nothing: 'null',
    });
    expect(made.status).toBe('processing');
  });

  test('is dropped beyond these limits, and the lead is saved', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, 'x']));
    const { lead: made } = await received(await post({ ...lead, essay: 'x'.repeat(201), ...many }));
    expect(Object.keys(made.extra)).toEqual(Array.from({ length: 30 }, (_, n) => `f${n}`));
  });

  test('with text that cannot be stored is refused by its name', async () => {
    const before = await product.events();
    for (const bad of ['NUL \0', 'half \ud83d'])
      expect(await post({ ...lead, essay: bad })).toMatchObject({
        status: 400,
        errors: { essay: texts.badCharacters },
      });
    const deep = `${JSON.stringify(lead).slice(0, -1)},"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const nested = await post(undefined, { payload: deep, headers: { 'content-type': 'application/json' } });
    expect(nested.status, nested.text).toBe(400);
    expect(Object.values(nested.errors ?? {})).toEqual(['Is nested too deeply']);
    expect(await product.events()).toBe(before);
  });
});

test('names missing fields and stores nothing', async () => {
  const before = await product.events();
  const required = 'This field is required';
  expect((await post({})).errors).toEqual({
    phone: required,
    fullName: required,
    offer: required,
    quantity: required,
  });
  expect((await post(undefined)).errors).toMatchObject({ phone: required });
  expect(await product.events()).toBe(before);
});

test('accepts numbers up to the bounds of the fields, and rejects others', async () => {
  const most = { ...lead, quantity: 100_000, price: 99_999_999.99 };
  const { lead: made } = await received(await post(most));
  expect(made.total).toBe(9_999_999_999_000);
  const sorted = await admin.ask(listLeads, { query: { sortBy: 'total' } });
  expect(sorted.data[0]?._id).toBe(made._id);
  for (const wrong of [
    { quantity: 100_001 },
    { quantity: 1.5 },
    { quantity: 0 },
    { quantity: '0x10' },
    { quantity: '1e3' },
    { price: 100_000_000 },
    { price: 0.001 },
    { price: 0 },
    { age: 151 },
  ]) {
    const answer = await post({ ...lead, ...wrong });
    expect(answer.status, JSON.stringify(wrong)).toBe(400);
    expect(Object.keys(answer.errors ?? {})).toEqual(Object.keys(wrong));
  }
  const json = { 'content-type': 'application/json' };
  for (const number of ['1e400', '-1e400', '1e-400', '123456789012345678901234567890', '-0']) {
    const payload = JSON.stringify({ ...lead, quantity: 'N' }).replace('"N"', number);
    expect(await post(undefined, { payload, headers: json })).toMatchObject({ status: 400 });
  }
});

test('refuses leads for an inactive offer', async () => {
  const form = { name: 'Paused', category: 'other' as const, price: 5 };
  const { _id: paused } = (await admin.ask(createOffer, { body: form })).data.offer;
  const headers = { 'idempotency-key': 'before the pause' };
  const made = madeBy(await post({ ...lead, offer: paused }, { headers }));
  await admin.ask(updateOffer, { params: { id: paused }, body: { isActive: false } });
  const answer = await post({ ...lead, offer: paused });
  expect(answer).toMatchObject({
    status: 422,
    code: 'offer-inactive',
    errors: { offer: 'This offer is not active' },
  });
  // The answer of the first one was lost, and the partner repeats it.
  expect(madeBy(await post({ ...lead, offer: paused }, { headers }))).toBe(made);
});

test('twenty concurrent leads with one order id create one lead, which the nineteen refused senders find in their next read', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => post({ ...lead, orderId: 'TWICE-1', fullName: `Asha ${n}` })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  for (const { status, errors, code, headers } of answers) {
    if (status === 201) continue;
    expect([code, errors]).toEqual(['order-id-taken', { orderId: 'Order ID already exists' }]);
    const { pagination } = await admin.ask(listLeads, {
      query: { orderIds: ['TWICE-1'] },
      headers: { 'x-min-position': headers['x-position']?.toString() ?? '' },
    });
    expect(pagination?.total).toBe(1);
  }
});

describe('other origins', () => {
  const origin = { origin: 'https://offers.example' };
  const allowed = ({ headers }: Answer) => headers['access-control-allow-origin'];

  test('may post a lead and read any answer', async () => {
    const response = await product.app.inject({
      method: 'OPTIONS',
      url: '/api/leads',
      headers: {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(response.statusCode).toBe(204);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringContaining('content-type'),
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(String(response.headers['access-control-allow-headers'])).not.toContain('authorization');

    const json = { ...origin, 'content-type': 'application/json' };
    const answers = [
      await post(lead, { headers: origin }),
      await post({}, { headers: origin }),
      await post(undefined, { payload: '{', headers: json }),
      await post(undefined, { payload: 'x', headers: { ...origin, 'content-type': 'text/plain' } }),
      await post({ filler: 'x'.repeat(1024 * 1024) }, { headers: origin }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 415, 413]);
    for (const answer of answers) expect(allowed(answer), answer.text).toBe('*');
    expect(answers[0]?.headers['access-control-expose-headers']).toContain('retry-after');
  });

  test('may make no other call', async () => {
    const answers = [
      await product.send({ method: 'GET', path: '/leads', token: admin.token, headers: origin }),
      await post(leadForm(), { token: admin.token, headers: origin }),
      await product.send({ method: 'POST', path: '/auth/login', body: {}, headers: origin }),
      await product.send({ method: 'OPTIONS', path: '/auth/login', headers: origin }),
      await product.send({ method: 'OPTIONS', path: '/offers', headers: origin }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 400, 404, 404]);
    for (const answer of answers) expect(allowed(answer), answer.text).toBeUndefined();
  });
});

describe('on a raw socket', () => {
  /** Sends raw bytes and returns the answer. */
  const say = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(portOf(product.app.server), '127.0.0.1', () => socket.write(bytes));
      let answer = '';
      socket.setEncoding('utf8').on('data', (text) => {
        answer += text;
      });
      socket.on('close', () => resolve(answer)).on('error', reject);
      socket.setTimeout(STATE_MS, () => socket.destroy(new Error(`No end after ${answer}`)));
    });
  const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));

  test('headers over the limit, and bytes that are not HTTP, get an answer in the common shape', async () => {
    const huge = await say(
      `GET /api/leads HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${'x'.repeat(132_000)}\r\n\r\n`,
    );
    expect(huge).toMatch(/^HTTP\/1\.1 431 /);
    expect(bodyOf(huge)).toMatchObject({ success: false, code: 'too-large' });
    const noise = await say('hello?\r\n\r\n');
    expect(noise).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodyOf(noise)).toMatchObject({ success: false, code: 'bad-input' });
  });

  test('a body with a content-length over the limit is refused before it arrives', async () => {
    const answer = await say(
      'POST /api/leads HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\nconnection: close\r\n\r\n{',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});
