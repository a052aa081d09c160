import type { ReactNode } from 'react';
import { formatNumber, plural } from '../format/count.ts';
import { approvalNavigationTexts } from './texts/navigation.ts';

/** The texts of the approvals, in English, but for those of the dialogs. A translation is another object of this type. */
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
  },
  reject: {
    button: 'Reject',
    order: (orderId: string) => `Reject order ${orderId}`,
    selected: (n: number) => `Reject ${formatNumber(n)} Selected`,
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
