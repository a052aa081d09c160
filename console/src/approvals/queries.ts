import { listApprovals } from '@crm/contracts/approvals/approvals.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { read } from '../api/read.ts';

/** The number of pending status changes. Reads one row; the count is in the pagination. */
export const pendingCount = read(listApprovals, { query: { page: 1, limit: 1 } }, { topics: ['approvals'] });

/** Pending requests in the server's order; every request and every decision refreshes them. */
export const pendingApprovals = (query: { page: number; limit: number }) => ({
  ...read(listApprovals, { query }, { topics: ['approvals'] }),
  placeholderData: keepPreviousData,
});
