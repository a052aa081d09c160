import { type Endpoint, endpoint } from '@crm/contracts/endpoint.ts';
import { texts } from '@crm/contracts/texts.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkInput } from './check-input.ts';

const call = endpoint({
  method: 'POST',
  path: '/things/:id',
  params: z.strictObject({ id: z.string().min(2) }),
  body: z.strictObject({
    name: z.string().max(5),
    size: z.number().int().min(1).max(9).optional(),
    tags: z.array(z.string()).max(2).optional(),
    kind: z.enum(['a', 'b']).optional(),
    flag: z.boolean().optional(),
    form: z.object({}).optional(),
  }),
  data: z.object({}),
});

function errorsOf(body: unknown, params: unknown = { id: 'ab' }) {
  const checked = checkInput(call, { params, query: {}, body });
  return checked.kind === 'bad' ? checked.errors : null;
}

test('returns valid input as the contract parses it', () => {
  const checked = checkInput(call, { params: { id: 'ab' }, query: {}, body: { name: 'x' } });
  expect(checked).toEqual({ kind: 'good', params: { id: 'ab' }, query: undefined, body: { name: 'x' } });
});

describe('names each wrong field', () => {
  test('in path and body together', () => {
    const errors = errorsOf({ size: 0, more: 1 }, { id: 'a' });
    expect(Object.keys(errors ?? {}).sort()).toEqual(['id', 'more', 'name', 'size']);
  });

  test.each([
    [{ name: 7 }, 'name', 'Must be text'],
    [{}, 'name', 'This field is required'],
    [{ name: null }, 'name', 'This field is required'],
    [{ name: 'too long' }, 'name', 'Cannot exceed 5 characters'],
    [{ name: 'x', size: 'x' }, 'size', 'Must be a number'],
    [{ name: 'x', size: 1.5 }, 'size', 'Must be a whole number'],
    [{ name: 'x', size: 0 }, 'size', 'Must be at least 1'],
    [{ name: 'x', size: 10 }, 'size', 'Cannot exceed 9'],
    [{ name: 'x', tags: 'x' }, 'tags', 'Must be a list'],
    [{ name: 'x', tags: ['a', 'b', 'c'] }, 'tags', 'At most 2'],
    [{ name: 'x', tags: [1] }, 'tags.0', 'Must be text'],
    [{ name: 'x', kind: 'c' }, 'kind', 'Must be one of a, b'],
    [{ name: 'x', flag: 'yes' }, 'flag', 'Must be true or false'],
    [{ name: 'x', form: [] }, 'form', 'Must be an object of fields'],
    [{ name: 'NUL \0' }, 'name', texts.badCharacters],
    [[], 'body', 'Must be an object of fields'],
    ['text', 'body', 'Must be an object of fields'],
  ])('%j', (body, field, text) => expect(errorsOf(body)).toEqual({ [field]: text }));

  test('with text that cannot be stored, also in keys, in unknown fields and in JSON inside a text field', () => {
    const fromText = endpoint({
      method: 'POST',
      path: '/forms',
      body: z.strictObject({
        list: z.preprocess((value) => JSON.parse(String(value)), z.record(z.string(), z.unknown())),
      }),
      data: z.object({}),
    });
    const errorsOfList = (list: string) => {
      const checked = checkInput(fromText, { params: {}, query: {}, body: { list } });
      return checked.kind === 'bad' ? checked.errors : null;
    };
    expect(errorsOf({ name: 'x\ud83d' })).toEqual({ name: texts.badCharacters });
    expect(errorsOf({ name: 'x', 'key\0': 1 })).toMatchObject({ body: texts.badCharacters });
    expect(errorsOf({ name: 'x', other: { list: ['\udc00'] } })).toMatchObject({
      'other.list.0': texts.badCharacters,
    });
    expect(errorsOfList('{"a":[{"b":"\\ud83d"}]}')).toEqual({ 'list.a.0.b': texts.badCharacters });
    expect(errorsOfList('{"a":{"\\u0000":1}}')).toEqual({ 'list.a': texts.badCharacters });
    expect(errorsOfList('{"a":"\\ud83d\\ude00 \\\\u0000"}')).toBeNull();
  });

  test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'length', ''])(
    'a field called "%s"',
    (field) => {
      expect(errorsOf({ name: 'x', [field]: 1 })).toEqual({ [field]: 'Unknown field' });
    },
  );

  test('a prototype at any depth', () => {
    const body: unknown = JSON.parse('{"name":"x","form":{"__proto__":{}}}');
    expect(errorsOf(body)).toEqual({ 'form.__proto__': 'Unknown field' });
  });

  test('any field of a call without input', () => {
    const bare = endpoint({ method: 'GET', path: '/things', data: z.object({}) });
    expect(checkInput(bare, { params: {}, query: { a: 1 }, body: undefined })).toMatchObject({
      errors: { a: 'Unknown field' },
    });
    const act = endpoint({ method: 'POST', path: '/things', data: z.object({}) });
    expect(checkInput(act, { params: {}, query: {}, body: { a: 1 } })).toMatchObject({
      errors: { a: 'Unknown field' },
    });
    expect(checkInput(act, { params: {}, query: {}, body: undefined }).kind).toBe('good');
  });

  test('at most 50 fields, with shortened names', () => {
    const body = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${'f'.repeat(500)}${n}`, 1]));
    const errors = errorsOf({
      name: 7,
      ...Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`f${n}`, 1])),
    });
    expect(Object.keys(errors ?? {})).toHaveLength(50);
    for (const name of Object.keys(errorsOf({ name: 'x', ...body }) ?? {}))
      expect(name.length).toBeLessThan(110);
  });
});

test('reads what programs send in place of the contract', () => {
  const lenient = { ...call, adaptBody: (body: unknown) => ({ name: String(Object.values(body ?? {})[0]) }) };
  expect(checkInput(lenient, { params: { id: 'ab' }, query: {}, body: { other: 7 } })).toMatchObject({
    kind: 'good',
    body: { name: '7' },
  });
});

describe('a list in a query', () => {
  const list = endpoint({
    method: 'GET',
    path: '/things',
    query: z.strictObject({
      tags: z.array(z.string()).max(3).optional(),
      sizes: z
        .preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(z.string()))
        .optional(),
      page: z.string().optional(),
    }),
    data: z.object({}),
  });
  const read = (query: object, of: Endpoint = list) => checkInput(of, { params: {}, query, body: {} });

  test.each([
    [{ 'tags[]': 'a' }, { tags: ['a'] }],
    [{ 'tags[]': ['a', 'b'] }, { tags: ['a', 'b'] }],
    [{ tags: ['a', 'b'], 'tags[]': 'c' }, { tags: ['a', 'b', 'c'] }],
    [{ 'sizes[]': ['1', '2'] }, { sizes: ['1', '2'] }],
    [{ sizes: '1,2' }, { sizes: ['1', '2'] }],
  ])('%o is read as %o', (query, expected) =>
    expect(read(query)).toMatchObject({ kind: 'good', query: expected }),
  );

  test('reads a blank filter as an absent one; a blank list, and a blank field of another call, stay what was sent', () => {
    for (const declared of [{ paged: true }, { ignoresBlankFilters: true }] as const) {
      const lenient = { ...list, ...declared };
      expect(read({ page: '', 'tags[]': 'a' }, lenient)).toMatchObject({ query: { tags: ['a'] } });
      expect(read({ sizes: '' }, lenient)).toMatchObject({ query: { sizes: [''] } });
    }
    expect(read({ page: '' })).toMatchObject({ query: { page: '' } });
  });

  test('has no brackets in its error; brackets on another field are unknown', () => {
    expect(read({ 'tags[]': ['1', '2', '3', '4'] })).toMatchObject({
      kind: 'bad',
      errors: { tags: expect.any(String) },
    });
    expect(read({ 'page[]': '1' })).toEqual({ kind: 'bad', errors: { 'page[]': 'Unknown field' } });
  });
});
