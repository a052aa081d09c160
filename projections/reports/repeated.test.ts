import { randomFrom } from '@crm/platform/random/random.ts';
import { expect, test } from 'vitest';
import { eachRepeated } from './repeated.ts';

const repeatedIn = (pages: readonly Float64Array[]) => {
  const found: string[] = [];
  eachRepeated(pages, (page, place) => found.push(`${page} ${place}`));
  return found;
};

test('finds exactly the numbers that occur earlier, in their order', () => {
  const { below, chance, pick } = randomFrom(9);
  for (let n = 0; n < 40; n += 1) {
    const different = pick([3, 500, 2 ** 20]);
    // Numbers of 48 bits that differ only in their first or only in their last bits, too.
    const scale = pick([1, 2 ** 28]);
    const pages = Array.from({ length: below(n === 0 ? 1 : 300) }, () =>
      Float64Array.from({ length: below(257) }, () => (chance(0.1) ? 0 : (1 + below(different)) * scale)),
    );
    const seen = new Set<number>();
    const expected = pages.flatMap((page, at) =>
      [...page].flatMap((number, place) => {
        if (number === 0) return [];
        const isRepeated = seen.has(number);
        seen.add(number);
        return isRepeated ? [`${at} ${place}`] : [];
      }),
    );
    expect(repeatedIn(pages)).toEqual(expected);
  }
});

test('reads pages that begin within a buffer', () => {
  const numbers = Float64Array.of(7, 8, 7, 8);
  expect(repeatedIn([numbers.subarray(1, 3), numbers.subarray(2)])).toEqual(['1 0', '1 1']);
});
