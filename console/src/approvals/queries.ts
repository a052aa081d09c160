import { listApprovals } from '@crm/contracts/approvals/approvals.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { read } from '../api/read.ts';

/** How many status changes wait for an admin; one row is asked for, the count comes with it. */
export const pendingCount = read(listApprovals, { query: { page: 1, limit: 1 } }, { topics: ['approvals'] });

/** What waits, oldest or newest first as the server has it; every request and every decision changes it. */
export const pendingApprovals = (query: { page: number; limit: number }) => ({
  ...read(listApprovals, { query }, { topics: ['approvals'] }),
  placeholderData: keepPreviousData,
});
