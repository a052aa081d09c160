import { MOST_REQUESTS_NAMED, type PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { expect, test } from 'vitest';
import { pendingApproval } from '../../test/pendingApproval.ts';
import { collectRequests } from './collectRequests.ts';

const requests = (first: number, count: number): PendingApproval[] =>
  Array.from({ length: count }, (_, n) => ({
    ...pendingApproval,
    _id: `lead ${first + n}`,
    orderId: `A-${first + n}`,
    pendingStatusChange: { ...pendingApproval.pendingStatusChange, requestId: `request ${first + n}` },
  }));

test('reads page after page, and a request that moved to the next page once', async () => {
  const pages = [requests(0, 500), requests(499, 500), requests(999, 3)];
  const counts: number[] = [];
  const found = await collectRequests(
    async (page) => ({ data: pages[page - 1] ?? [], pagination: { totalPages: 3 } }),
    (count) => counts.push(count),
  );
  expect(found.map(({ orderId }) => orderId)).toEqual(requests(0, 1002).map(({ orderId }) => orderId));
  expect(counts).toEqual([500, 999, 1002]);
});

test('stops at the most requests that a decision can name', async () => {
  const read: number[] = [];
  const found = await collectRequests(
    async (page) => {
      read.push(page);
      return { data: requests((page - 1) * 499, 499), pagination: { totalPages: 40 } };
    },
    () => {},
  );
  expect(found).toHaveLength(MOST_REQUESTS_NAMED);
  expect(read.at(-1)).toBe(11);
});
