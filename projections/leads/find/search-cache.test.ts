import { expect, test } from 'vitest';
import { type Examined, searchCache } from './search-cache.ts';

const known = (edits: number, place = 'db 1'): Examined => ({
  place,
  edits,
  examined: new Uint32Array(1_000),
  found: new Uint32Array(1_000),
});

test('keeps searches up to a limit of bytes, those that were used last', () => {
  const cache = searchCache(20_000);
  cache.keep('a', known(1));
  cache.keep('b', known(1));
  expect(cache.find('a')).toEqual(known(1));
  cache.keep('c', known(1));
  expect(['a', 'b', 'c'].map((key) => cache.find(key) !== null)).toEqual([true, false, true]);
  expect(cache.bytes()).toBeLessThanOrEqual(20_000);
});

test('never replaces what holds for later edits, except of other read models', () => {
  const cache = searchCache(20_000);
  cache.keep('a', known(2));
  cache.keep('a', known(1));
  expect(cache.find('a')?.edits).toBe(2);
  cache.keep('a', known(0, 'db 2'));
  expect(cache.find('a')).toEqual(known(0, 'db 2'));
  expect(cache.bytes()).toBeLessThan(10_000);
});

test('forgets what was not used since the last time', () => {
  const cache = searchCache(20_000);
  cache.keep('a', known(1));
  cache.forgetUnused();
  cache.find('a');
  cache.forgetUnused();
  expect(cache.find('a')).not.toBeNull();
  cache.forgetUnused();
  cache.forgetUnused();
  expect(cache.find('a')).toBeNull();
  expect(cache.bytes()).toBe(0);
});
