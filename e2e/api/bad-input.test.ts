import { describe, expect, test } from 'vitest';
import { type Answer, type Sending, startProduct } from './product.ts';
import { rightBodies } from './right-bodies.ts';

const product = await startProduct();
const admin = await product.signIn('admin@demo.test');
const bodies = await rightBodies(admin);

const calls = Object.keys(bodies);
const to = (call: string): Pick<Sending, 'method' | 'path' | 'token'> => {
  const [method = '', path = ''] = call.split(' ');
  return { method, path, token: admin.token };
};

/** Sends, and holds the answer to what every refusal must be: a 4xx of design 9, with nothing changed. */
async function refusedWith(status: number, sending: Sending): Promise<Answer> {
  const before = await product.events();
  const answer = await product.send(sending);
  expect(answer.status, answer.text).toBe(status);
  expect(answer).toMatchObject({ success: false, message: expect.any(String), code: expect.any(String) });
  expect(await product.events()).toBe(before);
  for (const text of Object.values(answer.errors ?? {})) expect(text).not.toMatch(technical);
  return answer;
}
/** The words of a library that slipped through to a person. */
const technical = /^(?:Invalid|Too (?:big|small)|Unrecognized)|expected|undefined|NaN|\bnull\b/;

test('the bodies above are those of every call that takes one', () => {
  const taking = new Set(
    product.routes.flatMap(({ endpoint: { method, path, body } }) => (body ? [`${method} ${path}`] : [])),
  );
  const here = calls.map((call) => call.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id'));
  expect(here.sort()).toEqual([...taking].sort());
});

const json = { 'content-type': 'application/json' };

describe.each(calls)('%s', (call) => {
  test('malformed JSON is told to be that', async () => {
    for (const payload of ['{"name":', 'lead', "{'a':1}", '{"a":1,}', '{}{}', '[[[[', '\ufeff']) {
      const answer = await refusedWith(400, { ...to(call), payload, headers: json });
      expect(answer, payload).toMatchObject({ code: 'bad-json', message: 'The body is not valid JSON' });
    }
  });

  test('what is no object of fields is told to be none', async () => {
    for (const payload of ['[]', '"text"', '7', 'true', '[{"a":1}]']) {
      const answer = await refusedWith(400, { ...to(call), payload, headers: json });
      expect(answer.errors, payload).toEqual({ body: 'Must be an object of fields' });
    }
  });

  test('an unknown field is refused by its name', async () => {
    for (const field of unknownFields) {
      const { errors } = await refusedWith(400, { ...to(call), body: { ...bodies[call], [field]: 'x' } });
      expect(errors).toEqual({ [field]: 'Unknown field' });
    }
  });

  test('a prototype is refused by its name', async () => {
    const right = JSON.stringify(bodies[call]).slice(0, -1);
    for (const payload of [`${right},"__proto__":{"role":"super_admin"}}`, `${right},"__proto__":null}`]) {
      const { text } = await refusedWith(400, { ...to(call), payload, headers: json });
      expect(text).toContain('"__proto__":"Unknown field"');
    }
    expect({}).not.toHaveProperty('role');
  });

  test.each(Object.keys(bodies[call] ?? {}))('%s of any wrong kind is refused by its name', async (field) => {
    for (const value of wrong) {
      const payload = JSON.stringify({ ...bodies[call], [field]: value }).replace('"deep"', deep);
      const { errors } = await refusedWith(400, { ...to(call), payload, headers: json });
      const named = Object.keys(errors ?? {}).map((name) => name.split('.')[0]);
      expect(named, JSON.stringify(value).slice(0, 60)).toContain(field);
    }
  });

  test('more than the limit is 413', async () => {
    const payload = JSON.stringify({ ...bodies[call], filler: 'x'.repeat(1024 * 1024) });
    const answer = await refusedWith(413, { ...to(call), payload, headers: json });
    expect(answer.code).toBe('too-large');
  });

  test('a body that is neither JSON nor a form is 415', async () => {
    const types = ['text/plain', 'application/xml', 'image/png', 'a'];
    // One call takes files, and says so of a form that is none.
    if (!call.endsWith('upload-leads')) types.push('multipart/form-data; boundary=x');
    for (const type of types) {
      const payload = JSON.stringify(bodies[call]);
      const answer = await refusedWith(415, { ...to(call), payload, headers: { 'content-type': type } });
      expect(answer.code).toBe('unsupported-media-type');
    }
  });
});

const unknownFields = ['nickname', '_id', 'tenant', 'constructor', 'toString', 'prototype', '', 'a.b', 'नाम'];

/** No field of any call takes one of these. */
const wrong = [
  { a: 1 },
  [[1]],
  ['deep'],
  'NUL \0 inside',
  'half a pair \ud83d',
  { 'key\0': 1 },
  { '\udc00': 1 },
  Number.MAX_VALUE,
  -1,
  'x'.repeat(3_000),
];

/** More than a program that calls itself at each level comes back from. */
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
