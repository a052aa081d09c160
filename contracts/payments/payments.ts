import { AttentionReason, PaymentPurpose, PaymentStatus } from '@crm/events/payments/events.ts';
import { BillingCycle } from '@crm/events/plans/events.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, instant, nothing, optionalText, pageQuery, requiredText } from '../fields.ts';
import { LONGEST_FILTER } from '../limits.ts';
import { PlanOnSale } from '../plans/plans.ts';
import { Subscription } from '../subscriptions/subscriptions.ts';

/** An order and its payment. Amounts are in the currency's major unit: 49.99. */
export const Transaction = z.object({
  _id: z.string(),
  /** The provider's ids; null before a payment. */
  orderId: z.string(),
  paymentId: z.string().nullable(),
  purpose: PaymentPurpose,
  status: PaymentStatus,
  amount: z.number(),
  currency: z.string(),
  refunded: z.number(),
  planName: z.string(),
  billingCycle: BillingCycle,
  buyer: z.object({ fullName: z.string(), email: z.string() }),
  /** Why it needs attention; null if it does not. */
  attention: AttentionReason.nullable(),
  /** The latest failure, in the provider's words; null without one. */
  problem: z.string().nullable(),
  createdAt: instant,
  paidAt: instant.nullable(),
});
export type Transaction = z.infer<typeof Transaction>;

/** A payment as super admins see it. */
export const Payment = Transaction.extend({
  /** The amount that a refund returns. */
  toRefund: z.number(),
  /** It came with an imported organisation, and is refunded in the installation where it was made. */
  imported: z.boolean(),
  organizationName: z.string(),
  tenantId: z.string(),
});
export type Payment = z.infer<typeof Payment>;

/** The payments of all organisations, for super admins: newest first. */
export const listPayments = endpoint({
  method: 'GET',
  path: '/razorpay/payments',
  query: z.strictObject({
    ...pageQuery,
    search: optionalText(LONGEST_FILTER),
    status: PaymentStatus.optional(),
  }),
  data: z.array(Payment),
  paged: true,
});

/** The payments of the caller's organisation, newest first. Orders without a payment are left out. */
export const listTransactions = endpoint({
  method: 'GET',
  path: '/razorpay/transactions',
  query: z.strictObject(pageQuery),
  data: z.array(Transaction),
  paged: true,
});

export const getTransaction = endpoint({
  method: 'GET',
  path: '/razorpay/transactions/:id',
  params: byId,
  data: z.object({ transaction: Transaction }),
});

/** The receipt of a payment as PDF. */
export const transactionReceipt = endpoint({
  method: 'GET',
  path: '/razorpay/transactions/:id/receipt',
  params: byId,
  data: nothing,
  sends: 'file',
});

/** How to renew without the provider: texts of the installation's configuration. */
const RenewalInstructions = z.object({
  paymentAddress: z.string().nullable(),
  instructions: z.string().nullable(),
  /** An https link. */
  chatGroup: z.string().nullable(),
});
export type RenewalInstructions = z.infer<typeof RenewalInstructions>;

/** The billing subscription of the caller's organisation; null without one. */
export const ownSubscription = endpoint({
  method: 'GET',
  path: '/razorpay/subscription',
  data: z.object({
    subscription: Subscription.omit({ userId: true, organizationName: true }).nullable(),
    /** The plan of the subscription with its present terms, also when it is not sold to others; null if deleted. */
    renewalPlan: PlanOnSale.nullable(),
    renewal: RenewalInstructions,
  }),
});
export type OwnSubscription = z.infer<typeof ownSubscription.data>;

/** Cancels it for the end of the paid period. */
export const cancelOwnSubscription = endpoint({
  method: 'PUT',
  path: '/razorpay/subscription/:id/cancel',
  params: byId,
  body: z.strictObject({ reason: optionalText(500) }),
  data: nothing,
});

export const refundPayment = endpoint({
  method: 'POST',
  path: '/super-admin/payments/:id/refund',
  params: byId,
  body: z.strictObject({ reason: requiredText(1, 500) }),
  data: nothing,
});

export const retryPaymentGrant = endpoint({
  method: 'POST',
  path: '/super-admin/payments/:id/retry',
  params: byId,
  data: nothing,
});
