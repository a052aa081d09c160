import { PaymentId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { isOrderRefunded } from '@crm/events/payments/state.ts';
import { subscriptionStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import { withoutRefunded } from '@crm/events/subscriptions/without-refunded.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { job } from '@crm/platform/jobs/job.ts';
import type { Pool } from 'pg';
import { loadPayment, PaymentJob } from './known-payment.ts';

/**
 * Ends the subscription whose period rests on an order that was refunded in full. Nothing changes when a later payment
 * continued it that was not refunded, after a part of the amount was refunded, or while another payment of the order is
 * kept. Refunds may come in any order.
 */
export const endRefunded = job({
  name: 'end-refunded-subscription',
  payload: PaymentJob,
  attempts: 12,
  async run(of, { store, forgetLookup, pools }) {
    const { payment } = await loadPayment(store, of);
    if (payment.phase !== 'paid' || payment.grant.kind !== 'done' || !isOrderRefunded(payment)) return;
    const paymentId = payment.charges[0].providerPaymentId;
    const stream = subscriptionStream(of.tenant);
    const { events } = await load(store, subscriptions.types, stream);
    const subscription = fold(subscriptions.decider, events);
    const latest = subscription.phase === 'none' ? null : subscription.paymentId;
    const refunded = await refundedOf(of, store, pools.background);
    const left = withoutRefunded(events, refunded);
    if (latest === null || !refunded.has(latest) || left === null) return;
    const done = await execute(
      { store, forgetLookup },
      {
        aggregate: subscriptions,
        stream,
        tenant: of.tenant,
        command: {
          type: 'RefundSubscription',
          paymentId,
          latest,
          left,
          now: new Date(),
        },
        ...bySystem('Billing'),
        commandId: newCommandId(),
        creates: false,
      },
    );
    if (isRefused(done) && done.refusal !== 'subscription-not-found')
      throw new RetryLater(`A refund was not applied to its subscription: ${done.refusal}`);
  },
});

/**
 * The provider's ids of a tenant's payments whose orders were refunded in full. Index payments_tenant; it has few. The job's
 * own payment is one of them, also while the read model is behind.
 */
async function refundedOf(
  { id: own, tenant }: PaymentJob,
  store: EventStore,
  pool: Pool,
): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>('select id from payments where tenant = $1', [tenant]);
  const refunded = new Set<string>();
  for (const id of new Set([own, ...rows.map((row) => PaymentId.parse(row.id))])) {
    const { payment } = await loadPayment(store, { id, tenant });
    if (payment.phase === 'paid' && isOrderRefunded(payment))
      refunded.add(payment.charges[0].providerPaymentId);
  }
  return refunded;
}
