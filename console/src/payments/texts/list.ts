import type { PaymentPurpose } from '@crm/events/payments/vocabulary.ts';

/** The texts of the page with all payments, in English. */
export const paymentListTexts = {
  title: 'Payments',
  subtitle: 'Orders of all organizations, and what became of them',
  one: 'payment',
  many: 'payments',
  search: 'Search by name, email, plan, order or payment...',
  status: 'Status',
  allStatuses: 'All Status',
  purposes: { purchase: 'Purchase', renewal: 'Renewal' } satisfies Record<PaymentPurpose, string>,
  columns: {
    buyer: 'Buyer',
    plan: 'Plan',
    amount: 'Amount',
    status: 'Status',
    created: 'Ordered',
    ids: 'Order and payment',
    actions: 'Actions',
  },
  row: (name: string) => `payment of ${name}`,
  empty: 'No payments found',
  emptyHint: 'No plan has been ordered yet',
  emptyFiltered: 'Try adjusting your filters',
  noPayment: '-',
  actions: {
    more: (name: string) => `Actions of ${name}`,
    refund: 'Refund',
    retry: 'Try Activation Again',
    imported: 'Made in another installation. Refund it there, or at the payment provider.',
    notPossible: 'Nothing was paid here, or it was refunded already',
    noProblem: 'This activation has no problem',
  },
  refund: {
    title: 'Refund Payment',
    text: (amount: string) =>
      `${amount} goes back to the buyer. If the running period rests on this payment, the subscription ends with it.`,
    reason: 'Reason',
    submit: 'Refund',
    busy: 'Refunding...',
    done: 'Refund requested',
    failed: 'The refund failed. Please try again.',
  },
  retried: 'The activation is tried again',
  retryFailed: 'The activation was not tried again. Please try again.',
};
