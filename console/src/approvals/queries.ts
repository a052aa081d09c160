import type * as approvalsContract from '@crm/contracts/approvals/approvals.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';
import { readApprovals } from './answer.ts';

/** The number of pending status changes. Reads one row; the count is in the pagination. */
export const pendingCount = queryOptions({
  ...read(
    address<typeof approvalsContract.listApprovals>('GET', '/admin/pending-approvals'),
    { query: { page: 1, limit: 1 } },
    { topics: ['approvals'], pace: 'aggregate' },
  ),
  select: (answer) => readApprovals(answer).pagination.total,
});

/** Pending requests in the server's order; every request and every decision refreshes them. */
export const pendingApprovals = (query: { page: number; limit: number }) =>
  queryOptions({
    ...read(
      address<typeof approvalsContract.listApprovals>('GET', '/admin/pending-approvals'),
      { query },
      { topics: ['approvals'] },
    ),
    select: readApprovals,
    placeholderData: keepPreviousData,
  });
