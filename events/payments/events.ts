import { z } from 'zod';
import { Currency } from '../language/currency.ts';
import { type EventOf, event } from '../language/define.ts';
import { oneOf } from '../language/field-errors.ts';
import { SoldPlan } from '../subscriptions/events.ts';
import { attentionReasons, captureSources, paymentPurposes, paymentStatuses } from './vocabulary.ts';

export const PaymentPurpose = z.enum(paymentPurposes);
export const PaymentStatus = oneOf(paymentStatuses);
export const AttentionReason = z.enum(attentionReasons);

/** `minor` is in whole minor units: 4999 for $49.99. */
const Amount = z.object({ minor: z.int(), currency: Currency });

/** The person who pays. For a renewal: the admin who started it. */
export const Buyer = z.object({ fullName: z.string(), username: z.string(), email: z.string() });
export type Buyer = z.infer<typeof Buyer>;

/** The ordered plan, as it was at that moment: later changes of the plan do not affect it. */
export const PaymentOrder = z.object({
  /** The payment provider's id of the order. */
  providerOrderId: z.string(),
  purpose: PaymentPurpose,
  buyer: Buyer,
  plan: SoldPlan,
  amount: Amount,
  /** Made in the test mode, which takes no money. Real keys that are set later do not change that. */
  isTest: z.boolean(),
});
export type PaymentOrder = z.infer<typeof PaymentOrder>;

const OfStandIn = z.object({ providerOrderId: z.string().regex(/^order_test[0-9a-f]{16}$/) });

/** Version 1 had no mode: it is in the id, which the stand-in of the provider begins with 'order_test'. */
export const withTestMode = (v1: unknown) => ({ isTest: OfStandIn.safeParse(v1).success, ...(v1 as object) });

const providerPaymentId = z.string();

/** No event contains a key, a signature or card data. */
export const paymentEvents = {
  PaymentOrderCreated: event(PaymentOrder, withTestMode),
  /** One attempt of the buyer failed; the same order can still be paid. */
  PaymentAttemptFailed: event(z.object({ providerPaymentId, reason: z.string() })),
  /** The provider took the money. */
  PaymentCaptured: event(z.object({ providerPaymentId, amount: Amount, source: z.enum(captureSources) })),
  /** The buyer has what was paid for. */
  PaymentGranted: event(z.object({})),
  /** Money was captured that grants nothing; a super admin decides. */
  PaymentNeedsAttention: event(
    z.object({ reason: AttentionReason, providerPaymentId, amount: Amount.nullable() }),
  ),
  PaymentGrantRetried: event(z.object({})),
  PaymentRefundRequested: event(z.object({ providerPaymentId, amount: Amount, reason: z.string() })),
  PaymentRefunded: event(z.object({ providerPaymentId, refundId: z.string(), amount: Amount })),
  /** `refundId`: of a refund that the provider had accepted, recorded or not. Without it, the request was refused. */
  PaymentRefundFailed: event(
    z.object({ providerPaymentId, refundId: z.string().optional(), reason: z.string() }),
  ),
};
export type PaymentEvent = EventOf<typeof paymentEvents>;
