import { expect, test } from 'vitest';
import { parseOrderIds } from './orderIds.ts';

test.each([
  ['', []],
  [' ,\n, ', []],
  ['A-1', ['A-1']],
  ['A-1, B-2\nC_3\r\n\tD/4,,E', ['A-1', 'B-2', 'C_3', 'D/4', 'E']],
  ['A B A', ['A', 'B']],
])('parses %j', (text, ids) => {
  expect(parseOrderIds(text)).toEqual(ids);
});
