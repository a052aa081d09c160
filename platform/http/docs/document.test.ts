import { Json } from '@crm/contracts/answer.ts';
import { endpoint } from '@crm/contracts/endpoint.ts';
import { optionalEmail } from '@crm/contracts/fields.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLog } from '../../log/log.ts';
import { noAccess } from '../../test/no-access.ts';
import { mountRoutes } from '../mount-routes.ts';
import { everyUser, partners, tenantAdmins } from '../policy.ts';
import { refused } from '../result.ts';
import type { Route } from '../route.ts';
import { createServer } from '../server.ts';
import { describeCalls } from './document.ts';
import { serveDocs } from './serve.ts';

const thing = { path: '/things', method: 'POST', data: z.object({ _id: z.string() }) } as const;
const listThings = endpoint({
  method: 'GET',
  path: '/things',
  query: z.object({ sortBy: z.enum(['name', 'age']).optional() }),
  data: z.array(z.object({ result: Json })),
  paged: true,
});
const createThing = endpoint({
  ...thing,
  body: z.strictObject({ name: z.string(), email: optionalEmail }),
  statuses: [201],
});
const receiveThing = endpoint({
  ...thing,
  about: 'Creates a thing for a partner.',
  body: z.looseObject({ name: z.string() }),
  data: z.object({ status: z.literal('aside') }),
  statuses: [201, 202],
});
const testThing = endpoint({
  ...{ method: 'PUT', path: '/things/test', ignoresIdempotencyKey: true },
  query: z.object({ n: z.coerce.number().default(7) }),
  data: z.object({}),
  unsuccessful: z.object({ errors: z.array(z.string()) }),
});
const uploadThings = endpoint({
  ...thing,
  path: '/things/:id/upload',
  params: z.object({ id: z.string() }),
  body: z.object({ mapping: z.string() }),
  file: { field: 'file', bytes: 1_000, types: ['.csv'] },
});

const run = async () => refused('no-such-call');
const routes: Route[] = [
  { endpoint: listThings, policy: everyUser, run },
  { endpoint: createThing, policy: tenantAdmins, run },
  { endpoint: receiveThing, policy: partners, run },
  { endpoint: uploadThings, policy: tenantAdmins, run },
  { endpoint: testThing, policy: tenantAdmins, run },
];
const app = await createServer({ log: openLog('silent'), trustProxy: [] });
await describeCalls(app);
mountRoutes(app, routes, noAccess);
serveDocs(app);
afterAll(() => app.close());

const JsonObject = z.record(z.string(), z.unknown());
const document = z
  .object({
    openapi: z.string(),
    paths: z.record(z.string(), z.record(z.string(), JsonObject)),
    components: JsonObject,
  })
  .parse((await app.inject('/api/openapi.json')).json());

test('describes exactly the mounted calls', () => {
  expect(document.openapi).toBe('3.1.0');
  const calls = Object.entries(document.paths).map(([path, operations]) => [path, Object.keys(operations)]);
  expect(Object.fromEntries(calls)).toEqual({
    '/api/things': ['get', 'post'],
    '/api/things/{id}/upload': ['post'],
    '/api/things/test': ['put'],
  });
});

test('describes that an optional field may be blank', () => {
  expect(JSON.stringify(document.paths['/api/things']?.['post'])).toContain('{"type":"null"},{"enum":[""]}');
});

test('says what partners need to know beyond the schemas', () => {
  const operation = document.paths['/api/things']?.['post'];
  expect(operation?.['description']).toBe('For: admin. For: partners. Creates a thing for a partner.');
  expect(operation?.['parameters']).toContainEqual(
    expect.objectContaining({
      name: 'Idempotency-Key',
      description: 'Makes the call safe to send again: a repeat gets the first answer.',
    }),
  );
});

test('describes a query parameter with its schema, and the admitted roles', () => {
  const operation = document.paths['/api/things']?.['get'];
  expect(operation?.['security']).toEqual([{ bearer: [] }]);
  expect(operation?.['description']).toBe('For: operator, admin, super_admin.');
  expect(operation?.['parameters']).toContainEqual(
    expect.objectContaining({ name: 'sortBy', in: 'query', required: false }),
  );
  expect(operation?.['responses']).toMatchObject({
    200: {
      content: {
        'application/json': {
          schema: { properties: { pagination: { $ref: '#/components/schemas/Pagination' } } },
        },
      },
    },
    default: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
  });
  expect(document.components).toHaveProperty(['schemas', 'Failure', 'properties', 'code']);
});

test('a call of admins and partners accepts either body, a token, an API key or neither, and has the answers of both', () => {
  const operation = document.paths['/api/things']?.['post'];
  expect(operation?.['security']).toEqual([{ bearer: [] }, { apiKey: [] }, {}]);
  expect(Object.keys(z.object({}).loose().parse(operation?.['responses']))).toEqual([
    '201',
    '202',
    'default',
  ]);
  expect(operation).toMatchObject({
    requestBody: { content: { 'application/x-www-form-urlencoded': {} } },
    responses: {
      201: {
        headers: { 'x-position': {} },
        content: { 'application/json': { schema: { properties: { data: { anyOf: [{}, {}] } } } } },
      },
      default: { headers: { 'retry-after': {} } },
    },
  });
  expect(operation?.['parameters']).toContainEqual(
    expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
  );
  expect(operation).toHaveProperty(
    ['requestBody', 'content', 'application/json', 'schema', 'anyOf', 'length'],
    2,
  );
});

test('a call that ignores the Idempotency-Key has none, and keeps the defaults of its fields', () => {
  const operation = document.paths['/api/things/test']?.['put'];
  expect(operation?.['parameters']).toEqual([
    expect.objectContaining({ name: 'n', schema: expect.objectContaining({ default: 7 }) }),
  ]);
  expect(operation).toHaveProperty(
    ['responses', '422', 'content', 'application/json', 'schema', 'anyOf', 'length'],
    2,
  );
});

test('a call with a file describes the file and its fields', () => {
  expect(document.paths['/api/things/{id}/upload']?.['post']).toMatchObject({
    requestBody: {
      content: {
        'application/json': { schema: { properties: { mapping: {} } } },
        'multipart/form-data': {
          schema: { allOf: [{}, { properties: { file: { type: 'string', format: 'binary' } } }] },
        },
      },
    },
  });
});

test('every reference points to a schema of the document', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, to]) => to ?? '');
  expect(references).toContain('#/components/schemas/Json');
  for (const reference of references) expect(document).toHaveProperty(reference.split('/').slice(1));
});

test('the page lists every call, escapes its texts and has no script', async () => {
  const page = (await app.inject('/api/docs')).body;
  expect(page).toContain('<code>/api/things</code>');
  expect(page).toContain('<b>POST</b>');
  expect(page).not.toContain('<script');
});
