import { expect, test } from 'vitest';
import { holdRows } from './heldRows.ts';

type Row = { id: string; v: number };
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id, v: 1 }));
const held = (shown: Row[], fresh: Row[]) => {
  const { rows: kept, waiting } = holdRows(shown, fresh, (row) => row.id);
  return `${kept.map((row) => row.id + row.v).join(' ')} +${waiting}`;
};

test('without new rows, shows the fresh rows in the shown order', () => {
  expect(held(rows('c', 'b', 'a'), rows('a', 'b', 'c'))).toBe('c1 b1 a1 +0');
});

test('new rows wait, rows that they moved off the page stay, changed rows update in place', () => {
  expect(
    held(rows('c', 'b', 'a'), [
      { id: 'd', v: 1 },
      { id: 'c', v: 1 },
      { id: 'b', v: 2 },
    ]),
  ).toBe('c1 b2 a1 +1');
});

test('rows from the next page appear at the bottom at once', () => {
  expect(held(rows('c', 'b', 'a'), rows('c', 'a', 'z'))).toBe('c1 a1 z1 +0');
});

test('deleted rows disappear, even while new rows wait', () => {
  expect(held(rows('c', 'b', 'a'), rows('c', 'a'))).toBe('c1 a1 +0');
  expect(held(rows('c', 'b', 'a'), rows('d', 'a'))).toBe('b1 a1 +1');
});
