import { growth } from '../subscriptions/story.ts';
import { storiesOf } from '../test/story.ts';
import { paymentDecider } from './decide.ts';
import type { PaymentEvent, PaymentOrder } from './events.ts';

/** Test fixtures for payments. */
export const given = storiesOf(paymentDecider);

type DataOf<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { type: Type }>['data'];

export const price = growth.terms.price;
export const order: PaymentOrder = {
  providerOrderId: 'order_1',
  purpose: 'purchase',
  buyer: { fullName: 'Asha Verma', username: 'asha', email: 'asha@example.com' },
  plan: growth,
  amount: price,
  isTest: false,
};

export const ordered = (more: Partial<PaymentOrder> = {}): PaymentEvent => ({
  type: 'PaymentOrderCreated',
  data: { ...order, ...more },
});
export const attemptFailed = (providerPaymentId = 'pay_0'): PaymentEvent => ({
  type: 'PaymentAttemptFailed',
  data: { providerPaymentId, reason: 'The card was declined' },
});
export const captured = (more: Partial<DataOf<'PaymentCaptured'>> = {}): PaymentEvent => ({
  type: 'PaymentCaptured',
  data: { providerPaymentId: 'pay_1', amount: price, source: 'checkout', ...more },
});
export const granted = (): PaymentEvent => ({ type: 'PaymentGranted', data: {} });
export const grantRetried = (): PaymentEvent => ({ type: 'PaymentGrantRetried', data: {} });
export const needsAttention = (more: Partial<DataOf<'PaymentNeedsAttention'>> = {}): PaymentEvent => ({
  type: 'PaymentNeedsAttention',
  data: { reason: 'email-taken', providerPaymentId: 'pay_1', amount: null, ...more },
});
export const paidTwice = () =>
  needsAttention({ reason: 'paid-twice', providerPaymentId: 'pay_2', amount: price });
export const refundRequested = (providerPaymentId = 'pay_1', minor = price.minor): PaymentEvent => ({
  type: 'PaymentRefundRequested',
  data: { providerPaymentId, amount: { ...price, minor }, reason: 'Bought twice' },
});
export const refunded = (providerPaymentId = 'pay_1', minor = price.minor): PaymentEvent => ({
  type: 'PaymentRefunded',
  data: { providerPaymentId, refundId: `rfnd_${providerPaymentId}`, amount: { ...price, minor } },
});
export const refundFailed = (providerPaymentId = 'pay_1', refundId?: string): PaymentEvent => ({
  type: 'PaymentRefundFailed',
  data: { providerPaymentId, ...(refundId && { refundId }), reason: 'Too little balance' },
});
