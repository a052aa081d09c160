import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CheckoutProof,
  renewVerifyPayment as renewVerifyPaymentCall,
  type Verified,
  verifyPayment as verifyPaymentCall,
} from '@crm/contracts/payments/checkout.ts';
import { purchasedTenant } from '@crm/events/derived-ids.ts';
import { statusOf } from '@crm/events/payments/state.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Caller, RequestOrigin } from '@crm/platform/http/caller.ts';
import { anyone } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, type Result, refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import { moneyOf, type PaymentProvider, refundsWith } from '@crm/platform/payments/provider.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import type { Deps } from '../handle/deps.ts';
import { payingAdmins } from './orders.ts';
import { askingProvider } from './provider-refusals.ts';
import { type KnownOrder, orderOf, record } from './record.ts';

/** The activation usually takes some 100 ms; after this time, the answer says that it follows. */
const GRANT_WAIT_MS = 8_000;
const LOOK_EVERY_MS = 100;

/**
 * Verifies the payment of a purchase and waits a little for its activation. The order's id and the signature are the proof,
 * so no session is needed. Refuses with 'payment-verification-failed' and 'payment-order-not-found'.
 */
export const verifyPayment =
  (provider: PaymentProvider): CommandDeclaration =>
  (deps) =>
    route(verifyPaymentCall, anyone, ({ body, caller, origin, signal }) =>
      verify(deps, provider, body, {
        caller,
        origin,
        signal: signal(),
        isOwn: ({ id, tenant }) => tenant === purchasedTenant(id),
      }),
    );

/** Verifies the payment of a renewal of the caller's organisation. */
export const renewVerifyPayment =
  (provider: PaymentProvider): CommandDeclaration =>
  (deps) =>
    route(renewVerifyPaymentCall, payingAdmins, ({ body, caller, origin, signal }) =>
      verify(deps, provider, body, {
        caller,
        origin,
        signal: signal(),
        isOwn: ({ tenant }) => tenant === caller.tenant,
      }),
    );

type Verifying = {
  caller: Caller;
  origin: RequestOrigin;
  signal: AbortSignal;
  /** Whether the order may be verified by this call. */
  isOwn: (order: KnownOrder) => boolean;
};

/**
 * The signature proves that the payment belongs to the order, and nothing about its amount: that is asked from the provider
 * and compared with the order by the decider. Whatever the browser says about amount or plan does not count.
 */
async function verify(
  deps: Deps,
  provider: PaymentProvider,
  proof: CheckoutProof,
  { isOwn, signal, ...by }: Verifying,
): Promise<Result<Verified>> {
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = proof;
  if (!provider.provesCheckout({ orderId, paymentId, signature }))
    return refused('payment-verification-failed');
  const order = await orderOf(deps.store, orderId);
  if (!order || !isOwn(order)) return refused('payment-order-not-found');
  const { payment } = order;
  const isKnown =
    payment.phase === 'paid' && payment.charges.some((charge) => charge.providerPaymentId === paymentId);
  const refusal = isKnown ? null : await recordPayment(deps, provider, { order, orderId, paymentId }, by);
  return refusal ?? (await granted(deps.store, orderId, signal));
}

/** @returns the refusal, or null when the payment is recorded */
async function recordPayment(
  deps: Deps,
  provider: PaymentProvider,
  { order, orderId, paymentId }: { order: KnownOrder; orderId: string; paymentId: string },
  by: { caller: Caller; origin: RequestOrigin },
): Promise<Refused | null> {
  const found = await askingProvider(async () => {
    const payment = await provider.payment(paymentId);
    const captured = payment.status === 'authorized' ? await provider.capture(payment) : payment;
    return { captured, refunds: await refundsWith(provider, captured) };
  });
  if (isRefused(found)) return found;
  const { captured, refunds } = found;
  const amount = moneyOf(captured);
  const isPaid = captured.status === 'captured' || captured.status === 'refunded';
  if (captured.orderId !== orderId || !isPaid || !amount) return refused('payment-verification-failed');
  const done = await record(
    deps,
    order,
    { type: 'RecordCapture', providerPaymentId: paymentId, amount, source: 'checkout', refunds },
    by,
  );
  return isRefused(done) ? done : null;
}

async function granted(store: EventStore, orderId: string, signal: AbortSignal): Promise<Result<Verified>> {
  const until = Date.now() + GRANT_WAIT_MS;
  for (;;) {
    const order = await orderOf(store, orderId);
    const status = order && statusOf(order.payment);
    const isEnded = status !== 'paid';
    if (isEnded || Date.now() > until || signal.aborted)
      return {
        kind: 'done',
        message: 'Payment verified',
        // So that the caller's next read shows the payment.
        position: order?.position ?? null,
        data: { status: status === 'granted' || status === 'needs_attention' ? status : 'paid' },
      };
    await sleep(LOOK_EVERY_MS);
  }
}
