import { expect, test } from 'vitest';
import { holdRows } from './heldRows.ts';

type Row = { id: string; v: number };
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id, v: 1 }));
const held = (shown: Row[], fresh: Row[]) => {
  const { rows: kept, waiting } = holdRows(shown, fresh, (row) => row.id);
  return `${kept.map((row) => row.id + row.v).join(' ')} +${waiting}`;
};

test('nothing new: the fresh rows in the shown order', () => {
  expect(held(rows('c', 'b', 'a'), rows('a', 'b', 'c'))).toBe('c1 b1 a1 +0');
});

test('new rows wait, those they pushed off the page stay, changed ones change in place', () => {
  expect(
    held(rows('c', 'b', 'a'), [
      { id: 'd', v: 1 },
      { id: 'c', v: 1 },
      { id: 'b', v: 2 },
    ]),
  ).toBe('c1 b2 a1 +1');
});

test('what came up from the next page stands below at once', () => {
  expect(held(rows('c', 'b', 'a'), rows('c', 'a', 'z'))).toBe('c1 a1 z1 +0');
});

test('what was deleted goes, also while new rows wait', () => {
  expect(held(rows('c', 'b', 'a'), rows('c', 'a'))).toBe('c1 a1 +0');
  expect(held(rows('c', 'b', 'a'), rows('d', 'a'))).toBe('b1 a1 +1');
});
