import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { plainText } from './issues.ts';

/** All endpoints exported by any contracts file, with their names. */
const declared: { name: string; endpoint: Endpoint }[] = [];
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'data' in value;

for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
  if (!/^[^.]+\.ts$/.test(file)) continue;
  const exported: Record<string, unknown> = await import(path.join(import.meta.dirname, file));
  for (const [name, value] of Object.entries(exported))
    if (isEndpoint(value)) declared.push({ name, endpoint: value });
}

const shapeOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? schema.shape : {});

test('finds the endpoints', () => expect(declared.length).toBeGreaterThan(30));

test('no two calls share method and path, except POST /leads of partners and of admins', () => {
  const names = new Map<string, string[]>();
  for (const { name, endpoint } of declared) {
    // Paths that differ only in parameter names are equal.
    const place = `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, ':')}`;
    names.set(place, [...(names.get(place) ?? []), name]);
  }
  const shared = [...names].filter(([, both]) => both.length > 1);
  expect(shared).toEqual([['POST /leads', ['createLead', 'receiveLead']]]);
});

describe.each(declared)('$name', ({ endpoint }) => {
  test('its path contains exactly its params', () => {
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(named).toEqual(Object.keys(shapeOf(endpoint.params)));
  });
  test('has a body only with a writing method, and a query only with a reading one', () => {
    const reads = endpoint.method === 'GET' || endpoint.method === 'DELETE';
    if (reads) expect(endpoint.body).toBeUndefined();
    // Only file uploads have a query with options beside the body.
    else if (!endpoint.file) expect(endpoint.query).toBeUndefined();
  });
  test('has a page if and only if its answer is paged, and then a limit', () => {
    const query = shapeOf(endpoint.query);
    expect('page' in query).toBe(!!endpoint.paged);
    // The counts of leads accept a limit too, which changes nothing.
    if (endpoint.paged) expect(query).toHaveProperty('limit');
  });
  test('ignores no blank filter if it exports or starts work', () => {
    if (endpoint.sends || endpoint.startsWork || endpoint.method !== 'GET')
      expect([endpoint.paged, endpoint.ignoresBlankFilters]).toEqual([undefined, undefined]);
  });
  test('documents no field as required that may be absent', () => {
    for (const schema of [endpoint.params, endpoint.query, endpoint.body]) {
      if (!schema) continue;
      const { required = [] } = z.toJSONSchema(schema, { io: 'input' });
      const refused = schema.safeParse({}).error?.issues.map(({ path: [name] }) => name);
      expect(refused ?? []).toEqual(expect.arrayContaining(required));
    }
  });
  test('says of a missing field that it is required, and not what is wrong with its value', () => {
    for (const schema of [endpoint.params, endpoint.query, endpoint.body]) {
      const issues = schema?.safeParse({}, { error: plainText }).error?.issues ?? [];
      expect(issues.map(({ message }) => message).filter((text) => /^Must be|^Is not/.test(text))).toEqual(
        [],
      );
    }
  });
  test('converts its schemas to JSON schema, for OpenAPI', () => {
    for (const schema of [endpoint.params, endpoint.query, endpoint.body])
      if (schema) expect(z.toJSONSchema(schema, { io: 'input' })).toHaveProperty('type', 'object');
    // Each alternative of an answer must have a type.
    const schemas = [z.toJSONSchema(endpoint.data)].flatMap(
      ({ oneOf, anyOf, ...whole }) => oneOf ?? anyOf ?? [whole],
    );
    for (const each of schemas) expect(each).toHaveProperty('type');
  });
});
