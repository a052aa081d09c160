import { testCheckout as testCheckoutCall } from '@crm/contracts/payments/checkout.ts';
import { anyone } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import type { StandIn } from '@crm/platform/payments/provider.ts';
import type { CommandDeclaration } from '../handle/command.ts';

/** Pays or fails an order at the provider's stand-in. Like a checkout, it changes nothing here: the page verifies it. */
export const testCheckout =
  (standIn: StandIn): CommandDeclaration =>
  () =>
    route(testCheckoutCall, anyone, async ({ body: { orderId, outcome } }) => {
      if (outcome === 'fail') {
        const failed = await standIn.fail(orderId);
        if (!failed) return refused('payment-order-not-found');
        return { kind: 'done', data: { outcome, description: failed.error ?? '' } };
      }
      const paid = await standIn.pay(orderId);
      if (!paid) return refused('payment-order-not-found');
      const proof = {
        razorpay_order_id: paid.orderId,
        razorpay_payment_id: paid.paymentId,
        razorpay_signature: paid.signature,
      };
      return { kind: 'done', data: { outcome, proof } };
    });
