import { change, type Descriptions } from '../language/describe.ts';
import { moneyText } from '../language/money.ts';
import type { PaymentEvent } from './events.ts';
import { attentionTexts } from './texts.ts';

/** Each event of a payment for people. */
export const paymentDescriptions: Descriptions<PaymentEvent> = {
  PaymentOrderCreated: ({ purpose, buyer, plan, amount, providerOrderId }) => ({
    text: purpose === 'purchase' ? 'Purchase ordered' : 'Renewal ordered',
    changes: [
      change('plan', 'Plan', '', plan.terms.name),
      change('amount', 'Amount', '', moneyText(amount)),
      change('fullName', 'Full Name', '', buyer.fullName),
      change('username', 'Username', '', buyer.username),
      change('email', 'Email', '', buyer.email),
      change('order', 'Order', '', providerOrderId),
    ],
  }),
  PaymentAttemptFailed: ({ providerPaymentId, reason }) => ({
    text: 'Payment failed',
    changes: [change('payment', 'Payment', '', providerPaymentId)],
    reason,
  }),
  PaymentCaptured: ({ providerPaymentId, amount, source }) => ({
    text: `Payment received (${source})`,
    changes: [
      change('payment', 'Payment', '', providerPaymentId),
      change('amount', 'Amount', '', moneyText(amount)),
    ],
  }),
  PaymentGranted: () => ({ text: 'Paid plan activated', changes: [] }),
  PaymentNeedsAttention: ({ reason, providerPaymentId, amount }) => ({
    text: 'Payment needs attention',
    changes: [
      change('payment', 'Payment', '', providerPaymentId),
      ...(amount ? [change('amount', 'Amount', '', moneyText(amount))] : []),
    ],
    reason: attentionTexts[reason],
  }),
  PaymentGrantRetried: () => ({ text: 'Activation tried again', changes: [] }),
  PaymentRefundRequested: ({ providerPaymentId, amount, reason }) => ({
    text: 'Refund requested',
    changes: [
      change('payment', 'Payment', '', providerPaymentId),
      change('amount', 'Amount', '', moneyText(amount)),
    ],
    reason,
  }),
  PaymentRefunded: ({ refundId, amount }) => ({
    text: 'Payment refunded',
    changes: [change('refund', 'Refund', '', refundId), change('amount', 'Amount', '', moneyText(amount))],
  }),
  PaymentRefundFailed: ({ providerPaymentId, refundId, reason }) => ({
    text: 'Refund failed',
    changes: [
      change('payment', 'Payment', '', providerPaymentId),
      ...(refundId ? [change('refund', 'Refund', '', refundId)] : []),
    ],
    reason,
  }),
};
