import { MOST_REQUESTS_NAMED, type PendingApproval } from '@crm/contracts/approvals/approvals.ts';

type Page = { data: readonly PendingApproval[]; pagination: { totalPages: number } };

/**
 * Reads all pages of a list of requests, at most MOST_REQUESTS_NAMED requests. A request that a decision moves to
 * another page meanwhile is collected once. `onRead` receives the number of requests after each page.
 */
export async function collectRequests(
  readPage: (page: number) => Promise<Page>,
  onRead: (count: number) => void,
): Promise<readonly PendingApproval[]> {
  const found = new Map<string, PendingApproval>();
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await readPage(page);
    for (const request of data) found.set(request.pendingStatusChange.requestId, request);
    onRead(Math.min(found.size, MOST_REQUESTS_NAMED));
    if (found.size >= MOST_REQUESTS_NAMED || page >= pagination.totalPages)
      return [...found.values()].slice(0, MOST_REQUESTS_NAMED);
  }
}
