import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, id, requiredText } from '../fields.ts';
import { username } from '../users/users.ts';

/** An order to pay. `amount` is in minor units, as the provider's checkout takes it. */
export const CheckoutOrder = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  /** The provider's public key. */
  key: z.string(),
  /** No money moves: the checkout is a window of this product. */
  isTest: z.boolean(),
});
export type CheckoutOrder = z.infer<typeof CheckoutOrder>;

const providerId = requiredText(1, 100);

/** The provider's proof of a payment, which its checkout gives to the page. */
const Proof = z.strictObject({
  razorpay_order_id: providerId,
  razorpay_payment_id: providerId,
  razorpay_signature: requiredText(1, 500),
});
export type CheckoutProof = z.infer<typeof Proof>;

/** `paid`: the money arrived, and the plan is activated within minutes. */
const Verified = z.object({ status: z.enum(['granted', 'paid', 'needs_attention']) });
export type Verified = z.infer<typeof Verified>;

/** Whether payments are tests, and the provider's public key: for anyone. */
export const checkoutSettings = endpoint({
  method: 'GET',
  path: '/razorpay/checkout',
  data: CheckoutOrder.pick({ key: true, isTest: true }),
});

/** Orders a plan for a new organisation, before its admin has an account. */
export const createOrder = endpoint({
  method: 'POST',
  path: '/razorpay/create-order',
  body: z.strictObject({ planId: id, email, fullName: requiredText(2, 100), username }),
  data: CheckoutOrder,
  statuses: [201],
});

/** Proves a purchase's payment. It has the same effect as the provider's webhook, once. */
export const verifyPayment = endpoint({
  method: 'POST',
  path: '/razorpay/verify-payment',
  body: Proof,
  data: Verified,
  ignoresIdempotencyKey: true,
});

/** Orders one more billing period for the caller's organisation, also of another plan. */
export const renewCreateOrder = endpoint({
  method: 'POST',
  path: '/razorpay/renew-create-order',
  body: z.strictObject({ planId: id, subscriptionId: id.nullish() }),
  data: CheckoutOrder,
  statuses: [201],
});

export const renewVerifyPayment = endpoint({
  method: 'POST',
  path: '/razorpay/renew-verify-payment',
  body: Proof,
  data: Verified,
  ignoresIdempotencyKey: true,
});

/** Pays or fails an order in the test mode, like the provider's checkout. It does not exist with real keys. */
export const testCheckout = endpoint({
  method: 'POST',
  path: '/razorpay/test-checkout',
  body: z.strictObject({ orderId: providerId, outcome: z.enum(['pay', 'fail']) }),
  data: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('pay'), proof: Proof }),
    z.object({ outcome: z.literal('fail'), description: z.string() }),
  ]),
  ignoresIdempotencyKey: true,
});
