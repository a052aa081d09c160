import { expect, test } from 'vitest';
import { SubmitKeys } from './submitKeys.ts';

test('a submit without a received answer is repeated under the same key', () => {
  let n = 0;
  const keys = new SubmitKeys(() => `key-${++n}`);
  expect(keys.keyFor({ body: { name: 'A' } })).toBe('key-1');
  expect(keys.keyFor({ body: { name: 'A' } })).toBe('key-1');
  expect(keys.keyFor({ body: { name: 'B' } })).toBe('key-2');
  keys.answered({ body: { name: 'A' } });
  expect(keys.keyFor({ body: { name: 'A' } })).toBe('key-3');
  expect(keys.keyFor({ body: { name: 'B' } })).toBe('key-2');
});
