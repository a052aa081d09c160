import { expect, test } from 'vitest';
import { extended, orderOf, pagesBeyond } from './listOrder.ts';

const order = orderOf({ page: 2, limit: 2 }, ['c', 'd']);

test('the next lead is looked for on the last page again, then on the page after it', () => {
  expect(pagesBeyond(order, 1)).toEqual([2, 3]);
  expect(pagesBeyond(order, -1)).toEqual([2, 1]);
  expect(pagesBeyond(orderOf({}, ['a']), -1)).toEqual([1]);
});

test('keeps its leads in place and adds those that it does not know at one end', () => {
  // `c` left the filters: `e` moved from page 3 to page 2.
  expect(extended(order, 1, 2, ['d', 'e'])).toMatchObject({ lastPage: 2, ids: ['c', 'd', 'e'] });
  expect(extended(order, -1, 1, ['a', 'b'])).toMatchObject({ firstPage: 1, ids: ['a', 'b', 'c', 'd'] });
  expect(extended(order, 1, 3, [])).toBeNull();
});

test('keeps at most 2,000 leads', () => {
  const ids = Array.from({ length: 2_500 }, (_, n) => `${n}`);
  expect(extended(order, 1, 3, ids)?.ids).toHaveLength(2_000);
  expect(extended(order, 1, 3, ids)?.ids.at(-1)).toBe('2499');
});
