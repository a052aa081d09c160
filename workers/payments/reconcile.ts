import { paymentStream } from '@crm/events/streams.ts';
import { type AnyJob, job } from '@crm/platform/jobs/job.ts';
import {
  moneyOf,
  type PaymentProvider,
  ProviderRefused,
  refundsWith,
} from '@crm/platform/payments/provider.ts';
import { z } from 'zod';
import { loadPayment, PaymentJob, recordPayment } from './known-payment.ts';

const MINUTE_MS = 60_000;

/**
 * When the provider is asked about an order without an answer, in minutes after it: a webhook may be lost, and a browser
 * closed after the payment. Attempts that fail are repeated by the queue. After the last one, the provider returns money that
 * was not captured.
 */
const ASK_AFTER_MINUTES = [2, 15, 120, 24 * 60, 72 * 60];

const Reconciliation = PaymentJob.extend({ step: z.int() });
export const RECONCILE = { name: 'reconcile-payment', payload: Reconciliation, attempts: 10 };

/** The times of all questions about an order. */
export const questionsAbout = (orderedAt: Date) =>
  ASK_AFTER_MINUTES.map((minutes, step) => ({
    step,
    runAt: new Date(orderedAt.getTime() + minutes * MINUTE_MS),
  }));

/** Asks the provider about an order without an answer, and records its payments. */
export const reconcilePayment = (provider: PaymentProvider): AnyJob =>
  job({
    ...RECONCILE,
    slots: 'remote',
    async run(of, { store, log }) {
      const { payment } = await loadPayment(store, of);
      if (payment.phase !== 'open') return;
      for (const found of await paymentsOf(provider, payment.order.providerOrderId)) {
        const paid = found.status === 'authorized' ? await provider.capture(found) : found;
        const amount = moneyOf(paid);
        if ((paid.status === 'captured' || paid.status === 'refunded') && amount)
          await recordPayment(store, of, {
            type: 'RecordCapture',
            providerPaymentId: paid.id,
            amount,
            source: 'reconciliation',
            refunds: await refundsWith(provider, paid),
          });
        else if (paid.status === 'failed')
          await recordPayment(store, of, {
            type: 'RecordFailedAttempt',
            providerPaymentId: paid.id,
            reason: paid.error ?? 'The provider gave no reason',
          });
        else log.info({ order: paymentStream(of.id), status: paid.status }, 'A payment is not captured yet');
      }
    },
  });

/** An order that the provider does not know has no payments: it was made with other keys. */
async function paymentsOf(provider: PaymentProvider, orderId: string) {
  try {
    return await provider.paymentsOf(orderId);
  } catch (error) {
    if (error instanceof ProviderRefused) return [];
    throw error;
  }
}
