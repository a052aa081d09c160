import { expect, test } from 'vitest';
import { countsOf, sharesIn, sharesText, typedTotal } from './state.ts';

const [one, two, three] = [1, 2, 3].map((n) => `${n}1111111-1111-4111-8111-111111111111`);

test('operators and their counts survive encoding into the URL and back', () => {
  const shares = [
    { userId: two ?? '', value: 0 },
    { userId: one ?? '', value: 250 },
    { userId: three ?? '', value: null },
  ];
  expect(sharesIn(sharesText(shares))).toEqual(shares);
  expect(typedTotal(shares)).toBe(250);
});

test('ignores invalid entries in the URL', () => {
  expect(sharesIn('')).toEqual([]);
  expect(sharesIn(`x:5,${one}:-1,${one}:1.5,${two}:7,${three}:`)).toEqual([{ userId: two, value: 7 }]);
});

test('operators without a number share the rest as evenly as possible', () => {
  const counts = (leads: number, ...values: (number | null)[]) => {
    const shares = [one, two, three].map((userId, at) => ({
      userId: userId ?? '',
      value: values[at] ?? null,
    }));
    return [...countsOf(shares, leads).values()];
  };
  expect(counts(8)).toEqual([3, 3, 2]);
  expect(counts(0)).toEqual([0, 0, 0]);
  expect(counts(10, null, 4)).toEqual([3, 4, 3]);
  expect(counts(10, 0, 0)).toEqual([0, 0, 10]);
  expect(counts(3, 5)).toEqual([5, 0, 0]);
});
