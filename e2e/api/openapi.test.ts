import type { Endpoint } from '@crm/contracts/endpoint.ts';
import type { Route } from '@crm/platform/http/route.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedProduct } from './product.ts';

/** Every mounted route against /api/openapi.json: what the generator leaves out or mixes up, samples do not show. */
const product = await sharedProduct();

const Schema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});
const Operation = z.object({
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  parameters: z
    .array(
      z.object({
        $ref: z.string().optional(),
        in: z.string().optional(),
        name: z.string().optional(),
        required: z.boolean().optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
type Operation = z.infer<typeof Operation>;
const document = z
  .object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
  .parse((await product.app.inject('/api/openapi.json')).json());

const callOf = ({ endpoint: { method, path } }: Route) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`;
/** Admins and partners share some calls. */
const calls = new Map<string, Route[]>();
for (const route of product.routes) calls.set(callOf(route), [...(calls.get(callOf(route)) ?? []), route]);
const described = new Map(
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  ),
);

/** Names of fields, each with a * if it is required; one list per form that is accepted. */
function fieldsOf(schema: unknown): string[][] {
  const { anyOf, allOf } = z.object({ anyOf: z.unknown(), allOf: z.unknown() }).partial().parse(schema);
  if (Array.isArray(anyOf)) return anyOf.flatMap(fieldsOf);
  if (Array.isArray(allOf)) return [allOf.flatMap(fieldsOf).flat().sort()];
  const { properties, required } = Schema.parse(schema);
  return [
    Object.keys(properties)
      .map((name) => (required.includes(name) ? `${name}*` : name))
      .sort(),
  ];
}
const fieldsOfContract = (schema: z.ZodType | undefined): string[][] =>
  schema ? fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : [];

const parametersOf = ({ parameters }: Operation, place: string) =>
  parameters
    .filter((each) => each.in === place)
    .map(({ name = '', required }) => (required ? `${name}*` : name))
    .sort();

test('the document has every mounted call, and no other', () => {
  expect(described.size).toBeGreaterThan(100);
  expect([...described.keys()].sort()).toEqual([...calls.keys()].sort());
});

test.each([...calls])(
  '%s has the parameters, bodies, statuses and credentials of its contract',
  (call, routes) => {
    const operation = described.get(call);
    if (!operation) throw new Error(`${call} is not described`);
    const endpoints: Endpoint[] = routes.map(({ endpoint }) => endpoint);
    const [first] = endpoints;
    const credentials = routes.map(({ policy }) => policy.credential);

    expect(operation.security).toEqual([
      ...(credentials.includes('session') ? [{ bearer: [] }] : []),
      ...(credentials.includes('apiKey') ? [{ apiKey: [] }, {}] : []),
    ]);

    const inPath = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}*`);
    expect(parametersOf(operation, 'path')).toEqual(inPath.sort());
    expect(parametersOf(operation, 'query')).toEqual(fieldsOfContract(first?.query).flat());
    const isKeyed = first?.method !== 'GET' && !first?.ignoresIdempotencyKey;
    expect(parametersOf(operation, 'header')).toEqual(isKeyed ? ['Idempotency-Key'] : []);

    const content = operation.requestBody?.content ?? {};
    const bodies = endpoints.flatMap(({ body }) => fieldsOfContract(body));
    const types = [
      ...(bodies.length > 0 ? ['application/json'] : []),
      ...(credentials.includes('apiKey') ? ['application/x-www-form-urlencoded'] : []),
      ...(first?.file ? ['multipart/form-data'] : []),
    ];
    expect(Object.keys(content)).toEqual(types);
    for (const [type, { schema }] of Object.entries(content))
      if (type === 'multipart/form-data')
        expect(fieldsOf(schema)).toEqual([[...bodies.flat(), first?.file?.field].sort()]);
      else expect(fieldsOf(schema)).toEqual(bodies);

    const successes = endpoints.flatMap(({ statuses = [200] }) => statuses.map(String));
    const unsuccessful = endpoints.some((endpoint) => endpoint.unsuccessful) ? ['422'] : [];
    expect(Object.keys(operation.responses).sort()).toEqual(
      [...new Set([...successes, ...unsuccessful]), 'default'].sort(),
    );
  },
);
