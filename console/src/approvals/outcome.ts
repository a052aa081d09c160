import type { BulkSummary } from '@crm/contracts/leads/write.ts';
import type { z } from 'zod';

type BulkOutcome = { text: string; problems: readonly { orderId: string; message: string }[] };

/** What a bulk approval came to, in words; what failed is named by its order id. */
export function bulkOutcome(
  chosen: readonly { _id: string; orderId: string }[],
  summary: z.infer<typeof BulkSummary>,
): BulkOutcome {
  const orderIds = new Map(chosen.map(({ _id, orderId }) => [_id, orderId]));
  const { successful, skipped, failed } = summary;
  const parts = [
    `${successful} ${successful === 1 ? 'status change' : 'status changes'} approved`,
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
