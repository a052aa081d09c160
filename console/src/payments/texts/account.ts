import type { PaymentStatus } from '@crm/events/payments/vocabulary.ts';
import { formatNumber, plural } from '../../format/count.ts';

export const paymentStatusTexts: Record<PaymentStatus, string> = {
  created: 'Not paid',
  failed: 'Failed',
  paid: 'Activating',
  granted: 'Paid',
  needs_attention: 'Needs attention',
  refunding: 'Refund under way',
  refunded: 'Refunded',
};

/** The texts of the account page's subscription and of the renewal, in English. */
export const accountTexts = {
  loadFailed: 'Failed to load the subscription',
  plan: {
    title: 'Subscription',
    none: 'No Subscription Found',
    noneText: 'You need an active subscription to continue using this platform.',
    per: (price: string, cycle: string) => `${price} ${cycle}`,
    start: 'Start Date',
    end: 'End Date',
    days: 'Days Left',
    leads: 'Leads per billing period',
    leadCount: (leads: number | null) => (leads === null ? 'Unlimited' : formatNumber(leads)),
    more: (n: number) => `+${formatNumber(n)} more`,
    renewNow: 'Renew Now',
    renew: 'Renew Subscription',
    choose: 'Choose New Plan',
    activate: 'Activate Subscription',
    subscribe: 'Subscribe Now',
    cancel: 'Cancel Subscription',
    cancelMessage: (end: string) =>
      `Your organization can use the product until ${end}. Then it is blocked until an admin renews.`,
    cancelled: 'Subscription cancelled for the end of its period',
  },
  transactions: {
    title: 'Payments',
    none: 'No payments yet',
    failed: 'Failed to load the payments',
    plan: (plan: string, cycle: string) => `${plan}, ${cycle}`,
    receipt: (payment: string) => `Receipt of ${payment}`,
    receiptLabel: 'Receipt',
    refunded: (amount: string) => `${amount} refunded`,
    shown: (shown: number, total: number) =>
      plural(total, {
        one: `${formatNumber(shown)} of # payment`,
        other: `${formatNumber(shown)} of # payments`,
      }),
  },
  renewal: {
    title: 'Renew Subscription',
    plan: 'Plan',
    choose: 'Choose a plan',
    option: (name: string, price: string, cycle: string) => `${name}, ${price} ${cycle}`,
    price: 'Price',
    cycle: 'Billing Cycle',
    leads: 'Leads per billing period',
    online: 'Pay online',
    onlineText: 'The subscription continues as soon as the payment is confirmed.',
    change: ({ from, to, days, end }: { from: string; to: string; days: number; end: string }) =>
      `The plan changes to ${to} at once, also for ${plural(days, {
        one: 'the # day that is',
        other: 'the # days that are',
      })} already paid with ${from}. It then runs until ${end}.`,
    notOnline: 'This plan cannot be bought online. Please contact support.',
    pay: (amount: string) => `Pay ${amount}`,
    busy: 'Processing...',
    failed: 'Renewal failed. Please try again.',
    noPlans: 'No plan is sold at the moment. Please contact support.',
    transfer: 'Pay by transfer',
    transferText: 'Send the payment to this address, then post the proof in the chat group.',
    copyAddress: 'Copy the payment address',
    chat: 'Open the chat group',
  },
};
