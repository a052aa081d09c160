import { createHmac } from 'node:crypto';
import { endpoint } from '@crm/contracts/endpoint.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLog } from '../log/log.ts';
import { noAccess } from '../test/no-access.ts';
import { mountRoutes } from './mount-routes.ts';
import { anyone } from './policy.ts';
import { route } from './route.ts';
import { createServer } from './server.ts';
import { hmacSha256 } from './signature.ts';

const SECRET = 'a webhook secret of the tests';
const webhook = endpoint({
  method: 'POST',
  path: '/payments/webhook',
  body: z.strictObject({ event: z.string() }),
  data: z.object({ event: z.string(), from: z.string() }),
});
const plain = endpoint({
  method: 'POST',
  path: '/plain',
  body: z.strictObject({ event: z.string() }),
  data: z.unknown(),
});

let handled = 0;
beforeEach(() => {
  handled = 0;
});
const app = await createServer({ log: openLog('silent'), trustProxy: [] });
mountRoutes(
  app,
  [
    route(
      webhook,
      {
        credential: 'signature',
        sender: 'payments',
        header: 'X-Payments-Signature',
        verify: hmacSha256(SECRET),
      },
      async ({ body, caller }) => {
        handled += 1;
        return { kind: 'done', data: { event: body.event, from: caller.name } };
      },
    ),
    route(plain, anyone, async ({ body }) => ({ kind: 'done', data: body })),
  ],
  noAccess,
);
await app.ready();
afterAll(() => app.close());

const signatureOf = (body: string, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('hex');

const post = (payload: string, signature?: string, contentType = 'application/json') =>
  app.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    payload,
    headers: {
      'content-type': contentType,
      ...(signature !== undefined && { 'x-payments-signature': signature }),
    },
  });

test('admits a request whose signature is over exactly the bytes that were sent', async () => {
  // Parsing and writing JSON loses spaces and the order of fields.
  const body = '{ "event" :  "captured" }\n';
  const answer = await post(body, signatureOf(body));
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { success: true, data: { event: 'captured', from: 'payments' } },
  ]);
  expect(handled).toBe(1);
});

describe('refuses with 401 before the handler runs', () => {
  const body = '{"event":"captured"}';
  test.each([
    ['no signature', undefined],
    ['an empty signature', ''],
    ['a signature with another secret', signatureOf(body, 'another secret')],
    ['a signature of other bytes', signatureOf(`${body} `)],
    ['half of the right signature', signatureOf(body).slice(0, 32)],
    ['text that is not hexadecimal', 'z'.repeat(64)],
  ])('%s', async (_, signature) => {
    const answer = await post(body, signature);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'signature-wrong']);
    expect(handled).toBe(0);
  });

  test('the signature is checked before the body', async () =>
    expect((await post('no json', signatureOf(body))).json().code).toBe('signature-wrong'));
});

test('checks a signed body by its contract', async () => {
  for (const [body, code] of [
    ['not json', 'bad-json'],
    ['', 'bad-input'],
    ['{"event":1}', 'bad-input'],
    ['{"event":"x","__proto__":{}}', 'bad-input'],
  ] as const)
    expect([body, (await post(body, signatureOf(body))).json().code]).toEqual([body, code]);
  expect(handled).toBe(0);
});

test('reads a signed body with any content type', async () => {
  const body = '{"event":"captured"}';
  expect((await post(body, signatureOf(body), 'text/plain')).statusCode).toBe(200);
});

test('other routes still parse their bodies', async () => {
  const answer = await app.inject({ method: 'POST', url: '/api/plain', payload: { event: 'x' } });
  expect(answer.json().data).toEqual({ event: 'x' });
});

describe('a route does not start', () => {
  const refusing = { callerOf: async () => null, guardOf: () => (append: () => unknown) => append() };
  const one = route(plain, anyone, async () => ({ kind: 'done', data: {} }));
  // A cast: no other dependency is used before the routes are refused.
  const mount = (routes: readonly (typeof one)[]) => () => mountRoutes(app, routes, refusing as never);
  test('without a policy', () =>
    // A JavaScript caller could pass this; TypeScript refuses it.
    expect(mount([{ ...one, policy: undefined as never }])).toThrow('POST /plain declares no policy'));
  test('twice', () => expect(mount([one, one])).toThrow('POST /plain is declared twice'));
});
