import { expect, test } from 'vitest';
import { paginationOf } from './answer.ts';

test.each([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
  [1_000_000, 10_000],
])('%i rows with limit 100 are %i pages; the total has both names', (total, totalPages) =>
  expect(paginationOf(1, 100, total)).toEqual({ page: 1, limit: 100, totalPages, total, totalCount: total }),
);
