import { expect, test } from 'vitest';
import { isComplete, nothingMounted, onlyNeeded, withPortion } from './usePortions.ts';

const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `${from + at}`);

test('adds 3 rows per frame, the first of the list first', () => {
  const first = withPortion(nothingMounted, keys(0, 10), 0);
  expect([...first.keys]).toEqual(keys(0, 3));
  const second = withPortion(first, keys(0, 10), 1);
  expect([...second.keys]).toEqual(keys(0, 6));
  expect([...withPortion(second, keys(0, 7), 2).keys]).toEqual(keys(0, 7));
});

test('drops rows that are no longer needed', () => {
  const before = withPortion(nothingMounted, keys(0, 3), 0);
  expect([...withPortion(before, keys(2, 9), 1).keys]).toEqual(keys(2, 6));
});

test('a change of density adds no row, and drops those that are no longer needed', () => {
  const dense = { keys: new Set(keys(0, 27)), frame: 9 };
  const tall = onlyNeeded(dense, keys(0, 11), 10);
  expect([...tall.keys]).toEqual(keys(0, 11));
  expect([...onlyNeeded(tall, keys(0, 27), 11).keys]).toEqual(keys(0, 11));
});

test('stays the same object while no row is missing', () => {
  const before = withPortion(nothingMounted, keys(0, 3), 0);
  expect(withPortion(before, keys(1, 3), 1)).toBe(before);
});

test('rows are complete when none of those on screen is missing, or there are none', () => {
  expect(isComplete(0, [], nothingMounted.keys)).toBe(true);
  // The rows are there, but not laid out yet.
  expect(isComplete(9, [], nothingMounted.keys)).toBe(false);
  expect(isComplete(9, keys(0, 4), new Set(keys(0, 3)))).toBe(false);
  expect(isComplete(9, keys(0, 3), new Set(keys(0, 4)))).toBe(true);
});
