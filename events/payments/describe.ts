import { change, type Descriptions } from '../language/describe.ts';
import { fromMinor, type Money } from '../language/money.ts';
import type { PaymentEvent } from './events.ts';
import { attentionTexts } from './texts.ts';

/** Each event of a payment for people. */
export const paymentDescriptions: Descriptions<PaymentEvent> = {
  PaymentOrderCreated: ({ purpose, buyer, plan, amount, providerOrderId }) => ({
    text: purpose === 'purchase' ? 'Purchase ordered' : 'Renewal ordered',
    changes: [
      change('plan', 'Plan', '', plan.terms.name),
      change('amount', 'Amount', '', amountText(amount)),
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
      change('amount', 'Amount', '', amountText(amount)),
    ],
  }),
  PaymentGranted: () => ({ text: 'Paid plan activated', changes: [] }),
  PaymentNeedsAttention: ({ reason, providerPaymentId, amount }) => ({
    text: 'Payment needs attention',
    changes: [
      change('payment', 'Payment', '', providerPaymentId),
      ...(amount ? [change('amount', 'Amount', '', amountText(amount))] : []),
    ],
    reason: attentionTexts[reason],
  }),
  PaymentGrantRetried: () => ({ text: 'Activation tried again', changes: [] }),
  PaymentRefundRequested: ({ providerPaymentId, amount, reason }) => ({
    text: 'Refund requested',
    changes: [
      change('payment', 'Payment', '', providerPaymentId),
      change('amount', 'Amount', '', amountText(amount)),
    ],
    reason,
  }),
  PaymentRefunded: ({ refundId, amount }) => ({
    text: 'Payment refunded',
    changes: [change('refund', 'Refund', '', refundId), change('amount', 'Amount', '', amountText(amount))],
  }),
  PaymentRefundFailed: ({ providerPaymentId, reason }) => ({
    text: 'Refund failed',
    changes: [change('payment', 'Payment', '', providerPaymentId)],
    reason,
  }),
};

const amountText = ({ minor, currency }: Money) => `${fromMinor(minor).toFixed(2)} ${currency}`;
