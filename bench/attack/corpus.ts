import { UNKNOWN_ID } from './things.ts';

/**
 * The known cases: inputs that broke this product or a similar one. Each is tried on every route with a place
 * for it (known-cases.ts), and the fuzzer mixes them (mutate.ts). Add a case here when a new kind of input
 * breaks something.
 */

/** Values of a field. One with `never` must be rejected by the field's name, whatever its contract says. */
export const values: readonly { name: string; value: unknown; never?: true }[] = [
  { name: 'NUL', value: 'NUL \0 inside', never: true },
  { name: 'half a pair', value: 'half \ud83d', never: true },
  { name: 'the other half', value: '\udc00 half', never: true },
  { name: 'NUL in a key', value: { 'key\0': 1 }, never: true },
  { name: 'half a pair in a key', value: { '\udc00': 1 }, never: true },
  { name: 'half a pair in a list', value: ['\ud800'], never: true },
  { name: 'deep lists', value: nested(1_000), never: true },
  { name: 'an emoji at 200', value: `${'x'.repeat(199)}😀` },
  { name: 'an emoji at 500', value: `${'x'.repeat(499)}😀` },
  { name: 'emoji only', value: '😀'.repeat(51) },
  { name: 'half a pair as JSON in a text', value: '{"a":"\\ud800"}' },
  { name: 'NUL as JSON in a text', value: '["\\u0000"]' },
  { name: 'a prototype as JSON in a text', value: '{"__proto__":{"role":"super_admin"}}' },
  { name: 'half a pair as a workbook writes it', value: '_xD800_' },
  { name: 'NUL as a workbook writes it', value: '_x0000_' },
  { name: 'a formula', value: '=HYPERLINK("http://partner.invalid","x")' },
  { name: 'a full-width formula', value: '＝1＋1' },
  { name: 'SQL', value: "'; drop table leads; --" },
  { name: 'a pattern', value: '%_\\%' },
  { name: 'lines', value: 'a\r\nb\u2028c' },
  { name: 'right to left', value: '\u202eabc\u200b' },
  { name: 'a byte order mark', value: '\ufeffabc' },
  { name: 'markup', value: '<script>alert(1)</script>' },
  { name: 'a template', value: '{{orderId}}{{nothing}}' },
  { name: 'an empty text', value: '' },
  { name: 'a space', value: ' ' },
  { name: '3,000 characters', value: 'x'.repeat(3_000), never: true },
  { name: '100,000 characters', value: 'a'.repeat(100_000) },
  { name: 'a long address', value: `${'a.'.repeat(20_000)}@${'b.'.repeat(20_000)}` },
  { name: 'the largest number', value: Number.MAX_VALUE, never: true },
  { name: 'the smallest number', value: Number.MIN_VALUE },
  { name: 'more than 53 bits', value: Number.MAX_SAFE_INTEGER + 2 },
  { name: 'more than 32 bits', value: 2_147_483_648 },
  { name: 'a negative', value: -1, never: true },
  { name: 'zero', value: 0 },
  { name: 'a fraction', value: 0.1 + 0.2 },
  { name: 'a number as text', value: '1e400' },
  { name: 'null', value: null },
  { name: 'true', value: true },
  { name: 'an object', value: { a: 1 }, never: true },
  { name: 'an empty object', value: {} },
  { name: 'an empty list', value: [] },
  { name: 'a list in a list', value: [[1]], never: true },
  { name: 'a long list', value: Array.from({ length: 5_000 }, () => UNKNOWN_ID) },
  { name: 'a year with five digits', value: '12026-01-01' },
  { name: 'a day that is none', value: '2026-02-30' },
  { name: 'the first year', value: '0000-01-01' },
  { name: 'the last year', value: '9999-12-31T23:59:59.999999999+23:59' },
];

/** Names of fields that no call has. */
export const unknownFields = [
  'nickname',
  '_id',
  'tenant',
  'constructor',
  'toString',
  'prototype',
  '',
  'a.b',
  'नाम',
];

/** Bodies that are not JSON. */
export const notJson = [
  '{"name":',
  'lead',
  "{'a':1}",
  '{"a":1,}',
  '{}{}',
  '[[[[',
  '\ufeff',
  '{"a":NaN}',
  '\0',
];
/** Invalid UTF-8: it is read as Windows-1252. */
export const notUtf8 = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xc0, 0x80, 0x22, 0x7d]);
/** JSON that is not an object of fields. */
export const notFields = ['[]', '"text"', '7', 'true', '[{"a":1}]'];

/** Content types that no call accepts. */
export const contentTypes = [
  'text/plain',
  'application/xml',
  'image/png',
  'a',
  'application/x-ndjson',
  'application/jsonp',
];
/** Unusual forms of a valid content type. */
export const oddJsonTypes = [
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/json;;;',
  'APPLICATION/JSON',
];

/** Query strings with a field in unusual notation; FIELD is replaced by a name that the call accepts. */
export const oddQueries = [
  'FIELD=1&FIELD=2',
  'FIELD[]=2',
  'FIELD=1&FIELD[]=2',
  'FIELD[a]=1',
  'FIELD.a=1',
  'FIELD',
  'FIELD=%00',
  'FIELD=%ED%A0%80',
  'FIELD=%zz',
  'FIELD=%',
  'FIELD=%C0%80',
  '__proto__=1',
  '__proto__[role]=super_admin',
  'constructor=1',
  `FIELD=${'x'.repeat(8_000)}`,
  `${'FIELD=1&'.repeat(1_000)}`,
  '=1&&&==',
];

/** Values for an id in a path. */
export const oddIds = [
  '1',
  'undefined',
  'null',
  `${UNKNOWN_ID}0`,
  `${UNKNOWN_ID}%00`,
  `%7B${UNKNOWN_ID}%7D`,
  "'%20or%201=1--",
  '%F0%9F%98%80',
  '%ED%A0%80',
  '%',
  '%zz',
  '%C0%80',
  '..%2F..%2Fusers',
  '__proto__',
  'constructor',
  'x'.repeat(190),
  'x'.repeat(2_000),
];

/** Headers that a call reads. */
export const oddHeaders: readonly Record<string, string>[] = [
  { 'idempotency-key': 'k'.repeat(201) },
  { 'idempotency-key': '\u00ff\u0080' },
  { 'idempotency-key': '__proto__' },
  { 'x-min-position': '__proto__' },
  { 'x-forwarded-for': `${'1.1.1.1,'.repeat(500)}x` },
  { 'x-forwarded-for': "'; drop table sessions; --" },
  { referer: `https://partner.invalid/${'r'.repeat(3_000)}` },
  { referer: `${'r'.repeat(999)}\u00ff` },
  { accept: 'image/png' },
  { 'accept-encoding': 'x'.repeat(2_000) },
  { 'x-api-key': 'k'.repeat(4_000) },
  { 'content-encoding': 'gzip' },
];

/** Nested lists of this depth. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
}
