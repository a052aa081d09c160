import { expect, test } from 'vitest';
import { evenly, sharesIn, sharesText, totalOf } from './state.ts';

const [one, two, three] = [1, 2, 3].map((n) => `${n}1111111-1111-4111-8111-111111111111`);

test('operators and their counts survive encoding into the URL and back', () => {
  const shares = [
    { userId: two ?? '', value: 0 },
    { userId: one ?? '', value: 250 },
  ];
  expect(sharesIn(sharesText(shares))).toEqual(shares);
  expect(totalOf(shares)).toBe(250);
});

test('ignores invalid entries in the URL', () => {
  expect(sharesIn('')).toEqual([]);
  expect(sharesIn(`x:5,${one}:-1,${one}:1.5,${two}:7,${three}`)).toEqual([{ userId: two, value: 7 }]);
});

test('splits leads as evenly as possible', () => {
  const shares = [one, two, three].map((userId) => ({ userId: userId ?? '', value: 9 }));
  expect(evenly(shares, 8).map(({ value }) => value)).toEqual([3, 3, 2]);
  expect(evenly(shares, 0).map(({ value }) => value)).toEqual([0, 0, 0]);
  expect(totalOf(evenly(shares, 1_000))).toBe(1_000);
});
