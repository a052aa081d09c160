import { describe, expect, test } from 'vitest';
import {
  type Arrangement,
  arrangementFrom,
  arrangementOf,
  changed,
  columnState,
  moved,
  within,
} from './arrangement.ts';
import type { Column } from './columns.ts';
import { columnWidths } from './columnWidths.ts';

const column = (id: string, width = 10): Column<null> => ({ id, header: id, width, cell: () => id });
const columns = [column('order'), column('customer'), column('status'), column('created')];
const wanted = (text: string): Arrangement =>
  text.split(' ').map((word) => ({ id: word.replace(/\W/g, ''), shown: !word.startsWith('-'), width: null }));
const shown = (text: string) =>
  arrangementOf(columns, wanted(text))
    .map((one) => (one.shown ? one.id : `-${one.id}`))
    .join(' ');

describe('the arrangement of columns', () => {
  test.each([
    ['nothing arranged', '', 'order customer status created'],
    ['another order', 'order created status customer', 'order created status customer'],
    ['one hidden', 'order -customer status created', 'order -customer status created'],
    ['the first stays first and shown', 'status -order customer created', 'order status customer created'],
    ['a column that is no more', 'order phone status customer created', 'order status customer created'],
    ['one that is new comes after its neighbour', 'order created customer', 'order created customer status'],
    ['several that are new', 'created', 'order customer status created'],
    ['named twice', 'order status status customer created', 'order status customer created'],
  ])('arranges %s', (_, text, expected) => expect(shown(text)).toBe(expected));

  test('as the state of a table: hides columns, keeps chosen widths within bounds', () => {
    const some = changed(arrangementOf(columns, wanted('order created -status')), 'created', { width: 99 });
    const state = columnState(columns, some);
    expect(state).toEqual({
      columnOrder: ['order', 'customer', 'created', 'status'],
      columnVisibility: { order: true, customer: true, created: true, status: false },
      columnSizing: { created: 60 },
    });
    expect(columnState(columns, arrangementFrom(state))).toEqual(state);
  });

  test('moves a column before another one or to the end', () => {
    const ids = (arrangement: Arrangement) => arrangement.map(({ id }) => id).join(' ');
    const all = arrangementOf(columns, []);
    expect(ids(moved(all, 'created', 'customer'))).toBe('order created customer status');
    expect(ids(moved(all, 'customer', null))).toBe('order status created customer');
    expect(ids(moved(all, 'status', 'status'))).toBe('order customer status created');
  });
});

test('clamps a width and rounds it to a tenth', () => {
  expect([1, 7.26, 1000].map(within)).toEqual([3, 7.3, 60]);
});

describe('the width of a table', () => {
  const width = (n: number, exact?: true) => ({ width: n, ...(exact && { exact }) });
  test('is distributed in proportion', () => expect(columnWidths([width(1), width(3)], 8)).toEqual([2, 6]));
  test('keeps a chosen width exactly', () =>
    expect(columnWidths([width(2, true), width(1), width(3)], 10)).toEqual([2, 2, 6]));
  test('is never less than the columns need', () =>
    expect(columnWidths([width(20, true), width(4)], 10)).toEqual([20, 4]));
  test('stays partly unused when every width is chosen', () =>
    expect(columnWidths([width(2, true), width(3, true)], 10)).toEqual([2, 3]));
});
