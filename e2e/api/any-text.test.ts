import { randomUUID } from 'node:crypto';
import { endpoint } from '@crm/contracts/endpoint.ts';
import { anyText } from '@crm/contracts/test/any-text.ts';
import { type TextPlace, textPlaces, withText } from '@crm/contracts/test/text-places.ts';
import { isStorable } from '@crm/events/language/text.ts';
import { sampleEvent, sampleStream } from '@crm/platform/event-store/contract/samples.ts';
import { mountRoutes } from '@crm/platform/http/mount-routes.ts';
import { anyone, type Policy } from '@crm/platform/http/policy.ts';
import { route } from '@crm/platform/http/route.ts';
import { createServer } from '@crm/platform/http/server.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { noAccess } from '@crm/platform/test/no-access.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { projections } from '@crm/projections/projections.ts';
import { readSheet } from '@crm/workers/test/read.ts';
import { workbook } from '@crm/workers/test/workbook.ts';
import { xlsOf } from '@crm/workers/test/xls.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { untilEnded } from './calls.ts';
import { exportedFile } from './exported-file.ts';
import { signed } from './payments.ts';
import { sharedProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { rightBodies } from './right-bodies.ts';
import { expectSameRows } from './same-rows.ts';
import { multipart, postbackForm } from './samples.ts';
import { uploaders } from './uploads.ts';

const SEED = 20_261_205;
const partner = await openReceiver();
afterAll(partner.close);
const product = await sharedProduct();
const { admin, offer, fields, post } = await uploaders(product);
const superAdmin = await product.signIn('super@demo.test');
/** A signed-in caller that the policy admits. */
const callerFor = (policy: Policy) =>
  policy.credential === 'session' && policy.scope === 'all' ? superAdmin : admin;
const bodies = await rightBodies(admin);
const partnersLead = { fullName: 'Asha Rao', phone: '+91 98200 11111', offer: offer._id, quantity: 1 };

const Refusal = z.looseObject({ code: z.string(), errors: z.record(z.string(), z.string()).optional() });
const ID = '7d0f5a10-0000-4000-8000-000000000000';

/** A place for a text in a call. `right` is a valid part; the test puts the text into it. */
type Entrance = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  token: string | null;
  part: 'query' | 'form' | 'json' | 'json in json';
  right: Record<string, unknown>;
  place: TextPlace;
};

/** All places of all routes, derived from the contracts: new routes and fields need no change here. */
const entrances = product.routes.flatMap(({ endpoint, policy }): Entrance[] => {
  const { method, query, body } = endpoint;
  const isPartners = policy.credential === 'apiKey';
  const token = policy.credential === 'session' ? callerFor(policy).token : null;
  const pattern = new RegExp(`^${method} ${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`);
  const call = Object.keys(bodies).find((each) => pattern.test(each));
  const path = call?.split(' ')[1] ?? endpoint.path.replaceAll(/:\w+/g, ID);
  const right = (isPartners ? partnersLead : bodies[call ?? '']) ?? {};
  const to = { method, path, token, right };
  const inBody = (body ? textPlaces(body) : []).flatMap((place): Entrance[] => {
    const entered: Entrance[] = [{ ...to, part: 'json', place }];
    if (place.path.length > (place.as === 'key' ? 0 : 1))
      entered.push({ ...to, part: 'json in json', place });
    if (isPartners && place.path.length < 2) entered.push({ ...to, part: 'form', place });
    return entered;
  });
  // An export creates a file of all leads; the last tests cover it.
  const places = query && endpoint.sends !== 'file' ? textPlaces(query) : [];
  return [...inBody, ...places.map((place): Entrance => ({ ...to, right: {}, part: 'query', place }))];
});

const encoded = (part: Record<string, unknown>) =>
  Object.entries(part)
    .map((pair) => pair.map((text) => encodeURIComponent(String(text))).join('='))
    .join('&');

/**
 * The request with the text in it, and the text as it arrives: URLs and forms cannot contain unpaired
 * surrogates.
 */
function requestOf({ part, right, place }: Entrance, text: string) {
  const json = { 'content-type': 'application/json' };
  switch (part) {
    case 'json':
      return { arrives: text, payload: JSON.stringify(withText(right, place, text)), headers: json };
    case 'json in json': {
      const whole = withText(right, place, text);
      const [field = ''] = place.path;
      const payload = JSON.stringify({ ...whole, [field]: JSON.stringify(whole[field]) });
      return { arrives: text, payload, headers: json };
    }
    case 'form': {
      const arrives = text.toWellFormed();
      const payload = encoded(withText(right, place, arrives));
      return { arrives, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    }
    case 'query': {
      const arrives = text.toWellFormed();
      return { arrives, query: encoded(withText(right, place, arrives)) };
    }
    default:
      return part satisfies never;
  }
}

async function put(entrance: Entrance, text: string): Promise<void> {
  const { method, path, token, part, place } = entrance;
  const { arrives, query, payload, headers } = { query: '', headers: {}, ...requestOf(entrance, text) };
  const signature = payload !== undefined && path === '/razorpay/webhook' && signed(payload);
  const reply = await product.app.inject({
    method,
    url: `/api${path}${query && `?${query}`}`,
    headers: {
      ...headers,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(signature && { 'x-razorpay-signature': signature }),
    },
    ...(payload !== undefined && { payload }),
  });
  expect(reply.statusCode, reply.body).toBeLessThan(500);
  // JSON inside a text may be read as JSON, or as plain text where its escapes are ordinary letters.
  const mayBeAccepted = isStorable(arrives) || part === 'json in json';
  const { code, errors = {} } = Refusal.partial().parse(JSON.parse(reply.body));
  if (mayBeAccepted && code !== 'bad-input') return;
  expect([reply.statusCode, code], reply.body).toEqual([400, 'bad-input']);
  // Errors name the field; an error in a key that cannot be shown names the containing field.
  const [field = ''] = place.path;
  const named = Object.keys(errors).map((name) => name.split('.')[0]);
  if (mayBeAccepted) expect(named).not.toEqual([]);
  else expect(named).toContain(place.path.length === 0 ? 'body' : field);
}

describe('any text is refused with its field, or accepted', () => {
  test('at every place of every route', async () => {
    const known = new Set(entrances.map(({ method, path }) => `${method} ${path}`));
    expect(known.size).toBeGreaterThan(40);
    await fc.assert(fc.asyncProperty(fc.constantFrom(...entrances), anyText, put), {
      seed: SEED,
      numRuns: entrances.length + 300,
      examples: entrances.map((entrance): [Entrance, string] => [entrance, 'a\ud83d']),
    });
  });

  test('in the path of every route', async () => {
    const paths = product.routes.filter(({ endpoint }) => endpoint.path.includes(':'));
    for (const { endpoint, policy } of paths)
      for (const text of ['a%00', '%ED%A0%BD', '%F0%9F%98', '%F0%9F%98%80']) {
        const url = `/api${endpoint.path.replaceAll(/:\w+/g, text)}`;
        const headers = { authorization: `Bearer ${callerFor(policy).token}` };
        const reply = await product.app.inject({ method: endpoint.method, url, headers });
        expect([400, 404], `${endpoint.method} ${url} ${reply.body}`).toContain(reply.statusCode);
      }
  });

  test('in headers: invalid identifying headers are refused, invalid descriptive ones are cleaned and accepted', async () => {
    const headers = { 'idempotency-key': anyText, 'x-api-key': anyText };
    const all = fc.record({ ...headers, 'user-agent': anyText, referer: anyText }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(all, async (headers) => {
        const reply = await product.app.inject({
          method: 'POST',
          url: '/api/leads',
          headers,
          payload: partnersLead,
        });
        const isRight = (key = '') => isStorable(key) && key.length <= 200;
        const wrong = [
          ...(isRight(headers['idempotency-key']) ? [] : ['Idempotency-Key']),
          ...(isRight(headers['x-api-key']) ? [] : ['X-API-Key']),
        ];
        expect(reply.statusCode, reply.body).toBe(wrong.length === 0 ? 201 : 400);
        const { errors = {} } = Refusal.partial().parse(reply.json());
        expect(Object.keys(errors)).toEqual(wrong);
      }),
      { seed: SEED, numRuns: 60 },
    );
    for (const token of fc.sample(anyText, { seed: SEED, numRuns: 20 }))
      expect((await product.send({ method: 'GET', path: '/auth/me', token })).status).toBe(401);
  });
});

test('JSON in a form is refused with its field', async () => {
  const odd = 'half \ud83d';
  const wrong = { offer: { offerId: offer._id, name: odd }, mapping: { [odd]: null } };
  for (const field of ['offer', 'mapping'] as const) {
    const form = await multipart(fields({ [field]: wrong[field] }), { name: 'leads.csv', content: 'a' });
    const { status, errors } = await post(form);
    expect(status).toBe(400);
    expect(Object.keys(errors ?? {}).map((name) => name.split('.')[0])).toEqual([field]);
  }
});

describe('an upload row with any text is saved, or reported as an error of that row', () => {
  const columns = ['ID', 'Customer', 'Phone', 'Amount', 'Remarks', 'Status', 'Comment', 'Shade'];
  const texts = fc.sample(anyText, { seed: SEED, numRuns: 56 });
  /** Each text in a different column; the last row is valid. */
  const rowsFor = (kind: string) => [
    ...texts.map((text, n) => {
      const right = [`${kind}-${n}`, 'Meera Nair', '+91 98765 43210', '499.50', '', '', '', ''];
      return right.with(n % columns.length, text);
    }),
    [`${kind}-right`, 'Meera Nair', '+91 98765 43210', '499.50', '', '', '', ''],
  ];

  const csvOf = (rows: string[][]) => {
    const lines = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
    return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf16le');
  };
  /** As spreadsheet programs write text: units that XML cannot contain are escaped. */
  const inXml = (text: string) =>
    text
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replaceAll(/[^\x20-\x7e]/g, (unit) => `_x${unit.charCodeAt(0).toString(16).padStart(4, '0')}_`)
      .replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const xlsxOf = (rows: string[][]) => {
    const strings: string[] = [];
    const sheet = rows.map((row, at) => {
      const cells = row.map((text, n) => {
        const reference = `r="${'ABCDEFGH'[n]}${at + 1}"`;
        // Every second row refers to the shared strings.
        if (at % 2 === 0) return `<c ${reference} t="inlineStr"><is><t>${inXml(text)}</t></is></c>`;
        strings.push(`<si><t>${inXml(text)}</t></si>`);
        return `<c ${reference} t="s"><v>${strings.length - 1}</v></c>`;
      });
      return `<row r="${at + 1}">${cells.join('')}</row>`;
    });
    return workbook({ sheet: `<sheetData>${sheet.join('')}</sheetData>`, strings: strings.join('') });
  };

  test.each([
    ['csv', csvOf],
    ['xlsx', xlsxOf],
    ['xls', xlsOf],
  ])('.%s', async (kind, fileOf) => {
    const rows = rowsFor(kind);
    const name = `${'x'.repeat(195)}😀😀.${kind}`;
    const content = fileOf([columns, ...rows]);
    const form = await multipart(fields({ mapping: { Shade: 'Additional field' } }), { name, content });
    for (const preview of [true, false]) {
      const keyed = { ...form, headers: { ...form.headers, 'idempotency-key': randomUUID() } };
      const answer = await untilEnded(() => post(keyed, { preview }));
      expect([200, 201], answer.text).toContain(answer.status);
      const { errorsCount, errors, summary, batchId } = Uploaded.parse(answer.data);
      expect(summary.validLeads + errorsCount).toBe(rows.length);
      const wrong = new Set(errors.map(({ row }) => row));
      expect(wrong.has(rows.length + 1)).toBe(false);
      // Decoding a .csv replaces unpaired surrogates.
      const arrives = (cell: string) => (kind === 'csv' ? cell.toWellFormed() : cell);
      for (const [at, row] of rows.entries())
        if (!row.every((cell) => isStorable(arrives(cell))))
          expect(wrong.has(at + 2), `row ${at + 2}`).toBe(true);
      const file = await product.app.inject({
        url: `/api/admin/uploads/${batchId}/errors`,
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect([file.statusCode, isStorable(file.body)]).toEqual([200, true]);
    }
  });
  const Uploaded = z.object({
    errorsCount: z.int(),
    errors: z.array(z.object({ row: z.int() })),
    summary: z.object({ validLeads: z.int() }),
    batchId: z.string(),
  });
});

test('the log contains any text that a partner answers', async () => {
  partner.answers.body = 'NUL \0 and what no character begins with \ufffd';
  const bodyTemplate = {
    format: 'json',
    template: '{"name": "{{fullName}}", "remarks": "{{remarks}}"}',
  } as const;
  const body = { ...postbackForm(partner.url), method: 'POST' as const, bodyTemplate };
  const made = await product.send({ method: 'POST', path: '/postbacks', token: admin.token, body });
  const { postback } = z.object({ postback: z.object({ _id: z.string() }) }).parse(made.data);
  for (const remarks of fc.sample(anyText, { seed: SEED, numRuns: 12 }))
    await product.send({ method: 'POST', path: '/leads', body: { ...partnersLead, remarks } });
  const path = `/postbacks/${postback._id}/logs`;
  const logs = async () => {
    const { data } = await product.send({ method: 'GET', path, token: admin.token });
    return z.array(z.looseObject({ status: z.string() })).parse(data);
  };
  await expect
    .poll(async () => (await logs()).filter(({ status }) => status === 'success').length)
    .toBeGreaterThan(3);
  await expect.poll(async () => (await logs()).filter(({ status }) => status !== 'success')).toEqual([]);
});

test('an event with text that cannot be stored is a bug: answered with 500, and nothing is stored', async () => {
  const store = testStore(product.database.url);
  const app = await createServer({ log: openLog('silent'), trustProxy: [] });
  const call = endpoint({ method: 'POST', path: '/buggy', data: z.object({}) });
  const stream = sampleStream();
  const append = {
    stream,
    expected: 'none',
    events: [sampleEvent(), sampleEvent({ text: '\ud83d' })],
  } as const;
  const buggy = route(call, anyone, async () => ({ kind: 'done', data: await store.append(append) }));
  mountRoutes(app, [buggy], noAccess);
  const reply = await app.inject({ method: 'POST', url: '/api/buggy' });
  expect([reply.statusCode, reply.json().code]).toEqual([500, 'internal']);
  expect(await store.readStream(stream)).toEqual([]);
  await app.close();
});

describe('afterwards', () => {
  test('every read model is complete, without dead letters', async () => {
    const store = testStore(product.database.url);
    const head = await store.head();
    await store.close();
    const behind = async () => {
      const { rows } = await product.database.pool.query<{ name: string }>(
        `select name from checkpoints where state = 'live' and position < $1 collate "C"`,
        [head],
      );
      return rows;
    };
    await expect.poll(behind).toEqual([]);
    const { rows } = await product.database.pool.query('select name, type, error from dead_letters');
    expect(rows).toEqual([]);
  });

  test.each(projections.map((projection) => [projection.name, projection] as const))(
    'a rebuild of %s produces the same rows',
    (_, projection) => expectSameRows(product.database.url, projection),
  );

  test.each(['csv', 'excel'])('an export as %s contains every lead', async (format) => {
    const reply = await exportedFile(product.app, admin, { url: '/api/leads/export', query: { format } });
    expect(reply.statusCode).toBe(200);
    const { rows } = await readSheet(reply.rawPayload);
    const list = await product.send({ method: 'GET', path: '/leads', token: admin.token });
    expect(rows.length - 1).toBe(list.pagination?.total);
  });
});
