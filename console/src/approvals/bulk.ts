import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import type { BulkSummary } from '@crm/contracts/leads/bulk.ts';
import { plural } from '../format/count.ts';

/**
 * Body of a bulk approval. It names each request id, so that a request which replaced a selected one is not
 * approved.
 */
export function bulkBody(chosen: readonly PendingApproval[], { adminNotes }: { adminNotes: string }) {
  const requestIds = Object.fromEntries(
    chosen.map(({ _id, pendingStatusChange }): [string, string] => [_id, pendingStatusChange.requestId]),
  );
  return { leadIds: chosen.map(({ _id }) => _id), adminNotes, requestIds };
}

const NAMED = 8;

/** The order ids of the selection; the first 8 of a larger one. */
export function namesOf(chosen: readonly { orderId: string }[]): string {
  const names = chosen.slice(0, NAMED).map(({ orderId }) => orderId);
  const more = chosen.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export type BulkOutcome = { text: string; problems: readonly { orderId: string; message: string }[] };

/** The result of a bulk approval as text; failures are listed by order id. */
export function bulkOutcome(
  chosen: readonly { _id: string; orderId: string }[],
  summary: BulkSummary,
): BulkOutcome {
  const orderIds = new Map(chosen.map(({ _id, orderId }) => [_id, orderId]));
  const { successful, skipped, failed } = summary;
  const parts = [
    plural(successful, { one: '# status change approved', other: '# status changes approved' }),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return {
    text: parts.join(', '),
    problems: summary.problems.map(({ leadId, message }) => ({
      orderId: orderIds.get(leadId) ?? leadId,
      message,
    })),
  };
}
