import type { BillingCycle } from '@crm/events/plans/vocabulary.ts';

/** The texts of the checkout, in English: of the landing page's and of the renewal. */
export const checkoutTexts = {
  cycles: { weekly: 'weekly', monthly: 'monthly', yearly: 'yearly' } satisfies Record<BillingCycle, string>,
  /** Texts in the provider's checkout. */
  merchant: 'Lead Management System',
  about: (plan: string, cycle: string) => `${plan} (${cycle})`,
  scriptFailed: 'Razorpay script failed to load',
  failed: 'Payment failed',
  verificationFailed: 'Payment verification failed',
  /** The server's reason may end with a full stop. */
  notVerified: (reason: string) =>
    `${reason.replace(/\.$/, '')}. If money was taken, your plan is activated by itself within minutes.`,
  unconfirmed: {
    title: 'Payment not confirmed yet',
    text: 'Payment verification failed. Please do not pay again: if money was taken, your plan is activated by itself within minutes.',
    again: 'Try Again',
  },
  processing: { title: 'Processing Payment', text: 'Please wait while we verify your payment...' },
  successful: {
    title: 'Payment Successful!',
    text: 'Thank you for your purchase. Your plan has been activated.',
  },
  received: {
    title: 'Payment received',
    text: 'Thank you. Your plan is being activated; this takes a few minutes.',
  },
  attention: {
    title: 'Payment received',
    text: 'Your payment arrived, but the plan could not be activated. We are looking into it and will write to you.',
  },
  unsuccessful: { title: 'Payment Failed', again: 'Try Again' },
  close: 'Close',
  test: {
    hint: 'Test mode: no money is taken.',
    title: 'Test checkout',
    description: 'This window replaces that of the payment provider. No money is taken.',
    amount: 'Amount',
    order: 'Order',
    about: 'For',
    pay: (amount: string) => `Pay ${amount}`,
    fail: 'Fail the payment',
    dismiss: 'Cancel',
  },
};
