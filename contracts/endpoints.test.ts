import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** Every endpoint that any file of contracts declares, with its name. */
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

test('there are some', () => expect(declared.length).toBeGreaterThan(30));

test('one call has one place; only a lead comes in by two doors, a partner’s and an admin’s', () => {
  const names = new Map<string, string[]>();
  for (const { name, endpoint } of declared) {
    // Two paths that differ in the name of a parameter are one path.
    const place = `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, ':')}`;
    names.set(place, [...(names.get(place) ?? []), name]);
  }
  const shared = [...names].filter(([, both]) => both.length > 1);
  expect(shared).toEqual([['POST /leads', ['createLead', 'receiveLead']]]);
});

describe.each(declared)('$name', ({ endpoint }) => {
  test('names in its path what its params hold', () => {
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(named).toEqual(Object.keys(shapeOf(endpoint.params)));
  });
  test('sends a body or a query where its method has one', () => {
    const reads = endpoint.method === 'GET' || endpoint.method === 'DELETE';
    if (reads) expect(endpoint.body).toBeUndefined();
    // Only a file's form says beside it what is to become of it.
    else if (!endpoint.file) expect(endpoint.query).toBeUndefined();
  });
  test('takes page and limit when its answer is paged, and only then', () => {
    const query = shapeOf(endpoint.query);
    expect(['page' in query, 'limit' in query]).toEqual([!!endpoint.paged, !!endpoint.paged]);
  });
  test('says what it takes and gives as JSON schema, for OpenAPI', () => {
    for (const schema of [endpoint.params, endpoint.query, endpoint.body])
      if (schema) expect(z.toJSONSchema(schema, { io: 'input' })).toHaveProperty('type', 'object');
    // An answer that can be one of several says which by its kind, or by being a batch.
    const given = [z.toJSONSchema(endpoint.data)].flatMap(
      ({ oneOf, anyOf, ...whole }) => oneOf ?? anyOf ?? [whole],
    );
    for (const each of given) expect(each).toHaveProperty('type');
  });
});
