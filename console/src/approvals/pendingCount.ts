import type * as approvalsContract from '@crm/contracts/approvals/approvals.ts';
import { queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { parsed } from '../api/exchange.ts';
import { readText } from '../api/read.ts';

const listApprovals = address<typeof approvalsContract.listApprovals>('GET', '/admin/pending-approvals');

/**
 * The number of pending status changes. Reads one row; the count is in the pagination. Not read with answer.ts: the
 * first page shows the count before zod has loaded.
 */
export const pendingCount = queryOptions({
  ...readText(listApprovals, { query: { page: 1, limit: 1 } }, { topics: ['approvals'], pace: 'aggregate' }),
  select: ({ text }) => totalIn(parsed(text)),
});

/** The total of a list's response; 0 without a pagination. */
export function totalIn(body: unknown): number {
  // The edge to the server: any JSON.
  const { pagination } = (body ?? {}) as { pagination?: { total?: unknown } | null };
  return typeof pagination?.total === 'number' ? pagination.total : 0;
}
