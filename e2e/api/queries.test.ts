import { findPastLeads } from '@crm/contracts/leads/past-list.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import { LONGEST_ORDER_ID, MOST_ORDER_IDS } from '@crm/contracts/limits.ts';
import { backfillPostback } from '@crm/contracts/postbacks/logs.ts';
import { createPostback, togglePostback } from '@crm/contracts/postbacks/postbacks.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sharedProduct } from './product.ts';
import { postbackForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const superAdmin = await product.signIn('super@demo.test');
const off = { ...postbackForm('https://tracker.example/'), isActive: false };
const { postback } = (await admin.ask(createPostback, { body: off })).data;
const period = { startDate: '2026-01-01', endDate: '2026-02-01', dryRun: true };
await admin.ask(togglePostback, { params: { id: postback._id }, body: { isActive: true } });
const { batch } = (await admin.ask(backfillPostback, { params: { id: postback._id }, body: period })).data;
const moment = { body: { at: '2026-01-01T00:00:00Z' } };
/** The id to use in a path, by the aggregate before it. */
const things: Record<string, string> = {
  past: (await admin.ask(findPastLeads, moment)).data.batch._id,
  leads: (await admin.ask(listLeads)).data[0]?._id ?? '',
  selections: (await admin.ask(freezeSelection, { body: { search: 'DEMO' } })).data._id,
  postbacks: postback._id,
  batches: batch._id,
  users: operator.id,
};
const forSuperAdmins = new Set<string>(
  product.routes.flatMap(({ endpoint: { path }, policy }) =>
    policy.credential === 'session' && policy.scope === 'all' ? [path] : [],
  ),
);
const get = (path: string, query?: string, headers: Record<string, string> = {}) =>
  product.send({
    method: 'GET',
    path: path.replace(/(\w+)\/:id/, (_, aggregate: string) => `${aggregate}/${things[aggregate]}`),
    query,
    headers,
    token: forSuperAdmins.has(path) ? superAdmin.token : admin.token,
  });

/** The lists, and one call of those that share a schema: all reports take the same input. */
const lists = product.routes.flatMap(({ endpoint: { method, path, query, ...call } }, at, routes) =>
  method === 'GET' &&
  query instanceof z.ZodObject &&
  routes.findIndex(({ endpoint }) => endpoint.method === 'GET' && endpoint.query === query) === at
    ? [{ path, query, dropsBlank: call.paged || call.ignoresBlankFilters }]
    : [],
);

/** Required parameters other than `name`, with valid values: `&endDate=2026-01-31`. */
const others = (query: z.ZodObject, name: string) =>
  Object.entries({ startDate: '2026-01-01', endDate: '2026-01-31' })
    .filter(([each]) => each !== name && query.shape[each]?.safeParse(undefined).success === false)
    .map(([each, value]) => `&${each}=${value}`)
    .join('');

test('there are lists', () => expect(lists.length).toBeGreaterThan(4));

/** Values that are invalid for any parameter of any list. */
const wrong = ['x', '%00', '-1', 'null', '%F0%9F%98%80'];
const pageText = /^(Must be a (positive|whole) number|Cannot exceed (500|1000|1000000))$/;
/** Parameters that may be repeated. */
const takesMany = new Set(['orderIds', 'leadIds']);
/** Parameters that accept any text. */
const subs = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'];
const freeText = new Set([
  'search',
  'commentReason',
  'orderIds',
  'kind',
  'webmaster',
  ...subs,
  'position',
  'field',
]);

describe.each(lists)('GET $path', ({ path, query, dropsBlank }) => {
  test('rejects an unknown parameter by its name, also with the name of a JavaScript property', async () => {
    for (const name of ['sort', 'tenant', 'constructor', 'toString', '__proto__', 'page[]', '$where']) {
      const answer = await get(path, `${encodeURIComponent(name)}=1`);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.text).toContain(`"${name}":"Unknown field"`);
    }
  });

  if (dropsBlank)
    test('reads a blank filter as an absent one', async () => {
      const blank = Object.entries(query.shape).flatMap(([name, schema]) =>
        name !== 'orderIds' && z.safeParse(schema, undefined).success ? [`${name}=`] : [],
      );
      const answer = await get(path, `${blank.join('&')}${others(query, '')}`);
      expect(answer, answer.text).toMatchObject({ status: 200 });
    });

  test.each(Object.keys(query.shape))('rejects an invalid or repeated %s by its name', async (name) => {
    const invalid = dropsBlank ? wrong : ['', ...wrong];
    // A blank text is invalid in an export, which would contain everything.
    const invalidText = ['%00', 'x'.repeat(201), ...('format' in query.shape ? ['', '%20'] : [])];
    for (const value of freeText.has(name) ? invalidText : invalid) {
      const answer = await get(path, `${name}=${value}${others(query, name)}`);
      expect(answer.status, `${value} ${answer.text}`).toBe(400);
      // Errors of a list also contain the index.
      const fields = Object.keys(answer.errors ?? {}).map((field) => field.replace(/\.\d+$/, ''));
      expect(new Set(fields)).toEqual(new Set([name]));
    }
    if (takesMany.has(name)) return;
    const answer = await get(path, `${name}=1&${name}=2${others(query, name)}`);
    expect(answer.status, answer.text).toBe(400);
    expect(Object.keys(answer.errors ?? {})).toEqual([name]);
  });

  if ('page' in query.shape)
    test('page and limit have bounds', async () => {
      for (const bad of [
        'page=0',
        'page=1.5',
        'page=1e3',
        'page=1000001',
        'page=Infinity',
        'limit=0',
        'limit=1001',
      ]) {
        const answer = await get(path, bad);
        expect(answer.status, bad).toBe(400);
        for (const text of Object.values(answer.errors ?? {})) expect(text).toMatch(pageText);
      }
      const last = await get(path, 'page=1000000&limit=500');
      expect(last).toMatchObject({ status: 200, data: [] });
      expect((await get(path, 'page=2&limit=1')).status).toBe(200);
    });
});

describe('the leads list', () => {
  test('accepts only existing days, or instants', async () => {
    for (const day of [
      'tomorrow',
      '2026-02-30',
      '2026-13-01',
      '20260101',
      '2026-01-01T25:00:00Z',
      '2026-01-01T00:00',
    ])
      expect(await get('/leads', `startDate=${day}`)).toMatchObject({
        status: 400,
        errors: { startDate: 'Must be a date (YYYY-MM-DD) or a date and time' },
      });
    for (const day of ['0001-01-01', '9999-12-31', '2024-02-29', '2026-01-01T00:00:00%2B05:30'])
      for (const name of ['startDate', 'endDate'])
        expect((await get('/leads', `${name}=${day}`)).status, `${name} ${day}`).toBe(200);
  });

  test('searches 500 order ids and rejects 501', async () => {
    const ids = (n: number) => Array.from({ length: n }, (_, at) => `X-${at}`).join(',');
    expect(await get('/leads', `orderIds=${ids(500)}`)).toMatchObject({ status: 200, data: [] });
    const answer = await get('/leads', `orderIds=${ids(501)}`);
    expect(answer).toMatchObject({ status: 400, errors: { orderIds: 'At most 500 order ids' } });
  });

  test('reads an address with the most and longest order ids', async () => {
    const ids = Array.from({ length: MOST_ORDER_IDS }, (_, at) => `${at}`.padStart(LONGEST_ORDER_ID, 'X'));
    const query = new URLSearchParams({ orderIds: ids.join(',') });
    for (const path of ['/api/leads', '/api/leads/missing-order-ids']) {
      // A real request: other tests' calls pass no parser with limits.
      const answer = await fetch(`${product.app.listeningOrigin}${path}?${query}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect(answer.status).toBe(200);
    }
  });

  test('accepts order ids as a list: orderIds[]', async () => {
    const everything = await get('/leads');
    const [id = ''] = z
      .array(z.object({ orderId: z.string() }))
      .parse(everything.data)
      .map(({ orderId }) => orderId);
    const query = `orderIds[]=${encodeURIComponent(id)}&orderIds[]=X-1`;
    expect(await get('/leads', query)).toMatchObject({ status: 200, data: [{ orderId: id }] });
  });

  test('treats any search input as plain text', async () => {
    for (const search of [
      "'; drop table leads; --",
      '%',
      '_',
      '\\',
      '%%%',
      '\\%',
      '"',
      '()',
      '   ',
      '😀',
      '़',
      '0',
    ])
      expect((await admin.ask(listLeads, { query: { search } })).status).toBe(200);
    expect((await admin.ask(listLeads, { query: { search: '%' } })).pagination?.total).toBe(0);
  });
});

test('a position beyond the head, of a history before a restore, is neither waited for long nor confirmed', async () => {
  const positions = ['9999999999999999', 'zzz'];
  await Promise.all(
    positions.map(async (position) => {
      const { status, headers } = await get('/auth/me', undefined, { 'x-min-position': position });
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('x-stale');
      expect(headers).not.toHaveProperty('x-position');
    }),
  );
  const { headers } = await get('/auth/me', undefined, { 'x-min-position': '0' });
  expect(headers).not.toHaveProperty('x-stale');
});

test('an invalid URL gets an answer in the common shape', async () => {
  for (const path of ['/leads/%zz', '/leads/%', `/leads/${'a'.repeat(300)}`, '/leads//']) {
    const answer = await product.send({ method: 'GET', path, token: operator.token });
    expect([400, 404], answer.text).toContain(answer.status);
    expect(answer).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) });
  }
});

test('a call without input rejects any field', async () => {
  expect(await get('/auth/me', 'user=7')).toMatchObject({ status: 400, errors: { user: 'Unknown field' } });
  const before = await product.events();
  const answer = await product.send({
    method: 'POST',
    path: '/auth/logout',
    token: operator.token,
    body: { all: true },
  });
  expect(answer).toMatchObject({ status: 400, errors: { all: 'Unknown field' } });
  expect(await product.events()).toBe(before);
});
