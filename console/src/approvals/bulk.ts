import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import type { BulkSummary } from '@crm/contracts/leads/bulk.ts';
import type { AdminNotes } from './AdminNotesField.tsx';
import type { Decision } from './decisions.ts';
import { decisionTexts } from './texts/dialogs.ts';

/**
 * Body of a bulk decision. It names each request id, so that a request which replaced a selected one is not
 * decided. `wait: 0`: many requests are decided by a batch, whose progress is shown at once.
 */
export function bulkBody(chosen: readonly PendingApproval[], { adminNotes }: AdminNotes) {
  const requestIds = Object.fromEntries(
    chosen.map(({ _id, pendingStatusChange }): [string, string] => [_id, pendingStatusChange.requestId]),
  );
  return { leadIds: chosen.map(({ _id }) => _id), adminNotes, requestIds, wait: 0 };
}

type Request = Pick<PendingApproval, 'status'> & { pendingStatusChange: { newStatus: string } };

/** The effect of a bulk decision: '4 become approved, 3 cancelled', or '7 keep their status: 5 processing, 2 hold'. */
export function effectOf(decision: Decision, chosen: readonly Request[]): string {
  switch (decision) {
    case 'approve': {
      const counts = countsOf(chosen.map((row) => row.pendingStatusChange.newStatus));
      return decisionTexts.approve.effect(chosen.length, counts);
    }
    case 'reject': {
      const counts = countsOf(chosen.map(({ status }) => status));
      return decisionTexts.reject.effect(chosen.length, counts);
    }
    default:
      return decision satisfies never;
  }
}

/** The number of rows per status, the most frequent status first. */
function countsOf(statuses: readonly string[]) {
  const counts = new Map<string, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => ({ status, count })).sort((a, b) => b.count - a.count);
}

const NAMED = 8;

/** The order ids of the selection; the first 8 of a larger one. */
export function namesOf(chosen: readonly { orderId: string }[]): string {
  const names = chosen.slice(0, NAMED).map(({ orderId }) => orderId);
  return decisionTexts.dialog.requests(names, chosen.length - names.length);
}

export type BulkOutcome = { text: string; problems: readonly { orderId: string; message: string }[] };

/** The result of a bulk decision as text; failures are listed by order id. */
export function bulkOutcome(
  decision: Decision,
  chosen: readonly { _id: string; orderId: string }[],
  summary: BulkSummary,
): BulkOutcome {
  const orderIds = new Map(chosen.map(({ _id, orderId }) => [_id, orderId]));
  return {
    text: decisionTexts[decision].outcome(summary),
    problems: summary.problems.map(({ leadId, message }) => ({
      orderId: orderIds.get(leadId) ?? leadId,
      message,
    })),
  };
}
