import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CacheLimits, createRowCache } from './cache.ts';

const key = fc.integer({ min: 0, max: 30 }).map((n) => `key-${n}`);
const row = fc.record({
  tenant: fc.constant('one'),
  text: fc.string({ maxLength: 200 }),
  n: fc.integer(),
  more: fc.array(fc.integer()),
});
const step = fc.oneof(
  { weight: 20, arbitrary: fc.record({ key, row: fc.option(row) }) },
  { weight: 1, arbitrary: fc.constant('forget' as const) },
);
const limits = fc.record({ rowBytes: fc.nat(4_000), keyBytes: fc.nat(1_500) });

const isWithin = (size: CacheLimits, most: CacheLimits) =>
  size.rowBytes >= 0 &&
  size.keyBytes >= 0 &&
  size.rowBytes <= most.rowBytes &&
  size.keyBytes <= most.keyBytes;

test('never exceeds its limits, and only returns the row that was written last', () => {
  fc.assert(
    fc.property(limits, fc.array(step, { maxLength: 200 }), (most, steps) => {
      const cache = createRowCache(most);
      const table = new Map<string, object>();
      for (const each of steps) {
        if (each === 'forget') cache.forget();
        else {
          cache.set(each.key, each.row);
          if (each.row) table.set(each.key, each.row);
          else table.delete(each.key);
        }
        expect(isWithin(cache.size(), most)).toBe(true);
        for (let n = 0; n <= 31; n += 1) {
          const known = cache.get(`key-${n}`);
          if (known !== undefined) expect(known).toEqual(table.get(`key-${n}`) ?? null);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('counts no bytes once every key is removed', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ key, row: fc.option(row) }), { maxLength: 100 }), (steps) => {
      const cache = createRowCache({ rowBytes: 3_000, keyBytes: 10_000 });
      for (const { key, row } of steps) cache.set(key, row);
      for (const { key } of steps) cache.set(key, null);
      expect(cache.size()).toEqual({ rowBytes: 0, keyBytes: 0 });
    }),
    { numRuns: 50 },
  );
});

test('returns recently written rows, and null for keys without a row', () => {
  const cache = createRowCache({ rowBytes: 100_000, keyBytes: 100_000 });
  for (let n = 0; n < 1_000; n += 1) cache.set(`key-${n}`, { tenant: 'one', n, text: 'x'.repeat(100) });
  expect(cache.get('key-999')).toMatchObject({ n: 999 });
  expect(cache.get('key-0')).toBeUndefined();
  expect(cache.get('key-1000')).toBeNull();
});
