import type { ReactNode } from 'react';
import { formatNumber, plural } from '../format/count.ts';
import { approvalNavigationTexts } from './texts/navigation.ts';

type StatusCount = { status: string; count: number };
type Results = { successful: number; skipped: number; failed: number };

/** Every text of the approvals, in English. A translation is another object of this type. */
export const approvalTexts = {
  navigation: approvalNavigationTexts,
  page: {
    title: 'Approvals',
    heading: 'Pending Approvals',
    one: 'request',
    many: 'requests',
    waiting: (n: number) =>
      plural(n, {
        one: '# status change waits for a decision',
        other: '# status changes wait for a decision',
      }),
    row: (orderId: string) => `order ${orderId}`,
    openLead: 'Open lead',
    search: 'Order ID, customer, phone',
    empty: { title: 'All caught up!', text: 'No pending approvals at this time.' },
    pending: 'pending',
  },
  filters: {
    operator: 'Operator',
    allOperators: 'All operators',
    requested: 'Requested status',
    allRequested: 'All requests',
    requestedStatus: (status: string) => `To ${status}`,
    product: 'Product',
    allProducts: 'All products',
    age: 'Age',
    ages: {
      all: 'Any age',
      '4h': 'Over 4 hours',
      '1d': 'Over 1 day',
      '3d': 'Over 3 days',
      '7d': 'Over 7 days',
    },
  },
  columns: {
    order: 'Order ID',
    customer: 'Customer',
    amount: 'Amount',
    change: 'Status Change · Last Call',
    noCall: 'No call',
    reason: 'Reason · Comment',
    requested: 'Requested',
    actions: 'Actions',
  },
  card: {
    lastCall: (call: string | null) => `Last call: ${call ?? 'none'}`,
  },
  selection: {
    label: 'Selection',
    selected: (n: number) => `${formatNumber(n)} selected`,
    reading: (n: number, total: number) => `Reading ${formatNumber(n)} of ${formatNumber(total)}…`,
    stopReading: 'Cancel',
    selectFirst: (n: number, total: number) =>
      `Select the first ${formatNumber(n)} of ${formatNumber(total)}`,
    selectAll: (n: number) => `Select all ${formatNumber(n)} matching`,
    clear: 'Clear Selection',
  },
  approve: {
    button: 'Approve',
    order: (orderId: string) => `Approve order ${orderId}`,
    selected: (n: number) => `Approve ${formatNumber(n)} Selected`,
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
    button: 'Reject',
    order: (orderId: string) => `Reject order ${orderId}`,
    selected: (n: number) => `Reject ${formatNumber(n)} Selected`,
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
  rejections: {
    find: 'Rejected requests',
    findGroup: 'Go to',
    /** The elements need keys. */
    one: (order: ReactNode, reason: ReactNode): ReactNode => [
      'Your request for order ',
      order,
      ' was rejected: ',
      reason,
    ],
    many: (n: number) => plural(n, { one: '# request was rejected.', other: '# requests were rejected.' }),
    show: 'Show them',
  },
  unexpected: {
    error: 'The list of approvals came in an unexpected shape',
    title: 'Unexpected response',
    retry: 'Try Again',
    text: 'The list of approvals came in an unexpected shape. This is the raw response.',
    raw: 'Raw response',
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
