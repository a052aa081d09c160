import { formatNumber, plural } from '../../format/count.ts';

type StatusCount = { status: string; count: number };
type Results = { successful: number; skipped: number; failed: number };

/** The texts of the dialogs that decide requests, in English; the page loads without them. */
export const decisionTexts = {
  approve: {
    title: 'Approve Status Change',
    bulkTitle: (n: number) =>
      plural(n, { one: 'Approve # Status Change', other: 'Approve # Status Changes' }),
    /** '4 become approved, 3 cancelled'. */
    effect: (n: number, counts: readonly StatusCount[]) =>
      statusCounts(counts).replace(' ', n === 1 ? ' becomes ' : ' become '),
    notes: 'Optional',
    done: 'Status change approved',
    outcome: (results: Results) =>
      outcome(results, { one: '# status change approved', other: '# status changes approved' }),
    notDone: 'Not approved',
  },
  reject: {
    title: 'Reject Status Change',
    bulkTitle: (n: number) => plural(n, { one: 'Reject # Status Change', other: 'Reject # Status Changes' }),
    /** '7 keep their status: 5 processing, 2 hold'. */
    effect: (n: number, counts: readonly StatusCount[]) =>
      n === 1
        ? `1 keeps its status: ${counts[0]?.status}`
        : `${formatNumber(n)} keep their status: ${statusCounts(counts)}`,
    notes: 'Why it is rejected',
    done: 'Status change rejected',
    outcome: (results: Results) =>
      outcome(results, { one: '# status change rejected', other: '# status changes rejected' }),
    notDone: 'Not rejected',
  },
  dialog: {
    request: (orderId: string, customer: string) => `Order ${orderId} · ${customer}`,
    /** The order ids of some requests, and the number of the other ones. */
    requests: (orderIds: readonly string[], others: number) =>
      orderIds.join(', ') + (others > 0 ? ` and ${formatNumber(others)} more` : ''),
    facts: {
      change: 'Change',
      reason: 'Reason',
      comment: 'Comment',
      lastCall: 'Last Call',
      total: 'Total',
      product: 'Product',
      city: 'City',
      requestedBy: 'Requested By',
      requested: 'Requested',
    },
    over: (status: string) =>
      `This request was decided or replaced meanwhile. The status of the lead is ${status}.`,
    adminNotes: 'Admin Notes',
    adminNotesHint: 'Ctrl Enter sends it.',
    close: 'Close',
  },
};

/** '4 approved, 3 cancelled'. */
function statusCounts(counts: readonly StatusCount[]): string {
  return counts.map(({ status, count }) => `${formatNumber(count)} ${status}`).join(', ');
}

function outcome({ successful, skipped, failed }: Results, done: { one: string; other: string }): string {
  return [
    plural(successful, done),
    ...(skipped > 0 ? [`${formatNumber(skipped)} skipped`] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
  ].join(', ');
}
