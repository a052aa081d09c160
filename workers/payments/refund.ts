import { Currency } from '@crm/events/language/currency.ts';
import type { Charge } from '@crm/events/payments/state.ts';
import { refundedMinor } from '@crm/events/payments/state.ts';
import { type AnyJob, job } from '@crm/platform/jobs/job.ts';
import { type PaymentProvider, ProviderRefused } from '@crm/platform/payments/provider.ts';
import { loadPayment, PaymentJob, recordPayment } from './known-payment.ts';

export const REFUND = { name: 'refund-payment', payload: PaymentJob, attempts: 12 };

/**
 * Carries a requested refund out. The provider's refunds are recorded first: the process may have died after the refund, and
 * a refund may have been made at the provider. What is then left is refunded. Nothing is refunded of a charge that the
 * provider took for another order.
 */
export const refundPayment = (provider: PaymentProvider): AnyJob =>
  job({
    ...REFUND,
    slots: 'remote',
    async run(of, { store }) {
      const { payment } = await loadPayment(store, of);
      const charge = payment.phase === 'paid' && payment.charges.find((each) => each.isRefundRequested);
      if (!charge) return;
      const { providerPaymentId } = charge;
      const record = async ({ id, amount, currency }: { id: string; amount: number; currency: string }) =>
        recordPayment(store, of, {
          type: 'RecordRefund',
          providerPaymentId,
          refundId: id,
          amount: { minor: amount, currency: Currency.parse(currency) },
        });
      try {
        const { orderId } = await provider.payment(providerPaymentId);
        if (orderId !== payment.order.providerOrderId)
          throw new ProviderRefused('The payment belongs to another order');
        const known = await provider.refundsOf(providerPaymentId);
        const left = leftOf(charge, known);
        for (const refund of known) await record(refund);
        if (left > 0) await record(await provider.refund({ paymentId: providerPaymentId, amount: left }));
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error;
        await recordPayment(store, of, {
          type: 'RecordFailedRefund',
          providerPaymentId,
          reason: error.message,
        });
      }
    },
  });

/** The amount that neither the provider nor we know as refunded. */
function leftOf(charge: Charge, known: readonly { amount: number }[]): number {
  const atProvider = known.reduce((sum, { amount }) => sum + amount, 0);
  return charge.amount.minor - Math.max(atProvider, refundedMinor(charge));
}
