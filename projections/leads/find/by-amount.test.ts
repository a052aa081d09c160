import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valueAt } from './by-amount.ts';
import { isFarInside } from './page.ts';

describe('the value at a place', () => {
  test('is the one of the sorted values, whatever their order and however many are equal', () => {
    const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.nat()), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.nat(), (given, n) => {
        const place = n % given.length;
        expect(valueAt(Float64Array.from(given), place)).toBe(given.toSorted((a, b) => a - b)[place]);
      }),
    );
  });

  test('separates the values before it from those after it', () => {
    const values = Float64Array.from([5, 1, 4, 4, 2, 4, 3]);
    valueAt(values, 3);
    expect([...values.subarray(0, 3)].sort()).toEqual([1, 2, 3]);
    expect([...values.subarray(3)].sort()).toEqual([4, 4, 4, 5]);
  });
});

describe('a page by amount is far from both ends', () => {
  test.each([
    ['in the middle of a million leads', 1_000_000, 499_900, true],
    ['in the middle of a tenth of them', 100_000, 49_900, true],
    ['at the beginning', 1_000_000, 100_000, false],
    ['at the end', 1_000_000, 899_900, false],
    ['in the middle of few leads, which are looked up', 9_000, 4_500, false],
  ])('%s: %s leads after %s: %s', (_, count, skipped, is) => {
    expect(isFarInside(count, 1_000_000, { skipped, length: 100 })).toBe(is);
  });
});
