import { listApprovals } from '@crm/contracts/approvals/approvals.ts';
import { read } from '../api/read.ts';

/** How many status changes wait for an admin; one row is asked for, the count comes with it. */
export const pendingCount = read(listApprovals, { query: { page: 1, limit: 1 } }, { topics: ['approvals'] });
