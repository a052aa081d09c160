import { isRefunded } from '@crm/events/payments/state.ts';
import { subscriptionStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import type { SubscriptionEvent } from '@crm/events/subscriptions/events.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { load } from '@crm/platform/commands/load.ts';
import { StoreUnavailable } from '@crm/platform/event-store/port.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { job } from '@crm/platform/jobs/job.ts';
import { v4 } from 'uuid';
import { BILLING, loadPayment, noOrigin, PaymentJob } from './known-payment.ts';

/**
 * Ends the subscription whose period rests on a payment that was refunded in full. Nothing changes when a later payment
 * continued it, or after a part of the amount was refunded.
 */
export const endRefunded = job({
  name: 'end-refunded-subscription',
  payload: PaymentJob,
  attempts: 12,
  async run(of, { store, lookups }) {
    const { payment } = await loadPayment(store, of);
    if (payment.phase !== 'paid' || payment.grant.kind !== 'done' || !isRefunded(payment.charges[0])) return;
    const paymentId = payment.charges[0].providerPaymentId;
    const stream = subscriptionStream(of.tenant);
    const { events } = await load(store, subscriptions.types, stream);
    const done = await execute(
      { store, lookups },
      {
        aggregate: subscriptions,
        stream,
        tenant: of.tenant,
        command: {
          type: 'RefundSubscription',
          paymentId,
          paidBefore: paidBefore(events, paymentId),
          now: new Date(),
        },
        actor: BILLING,
        origin: noOrigin,
        commandId: { id: v4(), keyed: false, requestHash: null },
        creates: false,
      },
    );
    if (isRefused(done) && done.refusal !== 'subscription-not-found')
      throw new StoreUnavailable(`A refund was not applied to its subscription: ${done.refusal}`);
  },
});

/** The end that the subscription had before a payment continued it; null when it began with that payment. */
function paidBefore(events: readonly SubscriptionEvent[], paymentId: string): string | null {
  const paid = events.find(
    (event) => event.type === 'SubscriptionPaid' && event.data.paymentId === paymentId,
  );
  return paid?.type === 'SubscriptionPaid' ? paid.data.endDateBefore : null;
}
