import { expect, test } from 'vitest';
import { pooledRandomBytes } from './random-bytes.ts';

test('returns the asked number of bytes, and none of them twice', () => {
  // Several blocks, whose ends are within a value.
  const values = Array.from({ length: 2_000 }, () => pooledRandomBytes(12));
  expect(values.every(({ length }) => length === 12)).toBe(true);
  expect(new Set(values.map((bytes) => bytes.toString('hex'))).size).toBe(values.length);
});

test('later values leave earlier ones as they are', () => {
  const first = pooledRandomBytes(32);
  const before = first.toString('hex');
  for (let n = 0; n < 1_000; n += 1) pooledRandomBytes(32);
  expect(first.toString('hex')).toBe(before);
});
