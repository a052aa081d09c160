import { expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { paymentDescriptions } from './describe.ts';
import {
  attemptFailed,
  captured,
  granted,
  grantRetried,
  needsAttention,
  ordered,
  paidTwice,
  refunded,
  refundFailed,
  refundRequested,
} from './story.ts';

test.each([
  {
    event: ordered(),
    lines: [
      'Purchase ordered',
      'Plan:  → Growth',
      'Amount:  → 99.00 USD',
      'Full Name:  → Asha Verma',
      'Username:  → asha',
      'Email:  → asha@example.com',
      'Order:  → order_1',
    ],
  },
  { event: attemptFailed(), lines: ['Payment failed', 'Payment:  → pay_0', 'Reason: The card was declined'] },
  {
    event: captured(),
    lines: ['Payment received (checkout)', 'Payment:  → pay_1', 'Amount:  → 99.00 USD'],
  },
  { event: granted(), lines: ['Paid plan activated'] },
  {
    event: needsAttention(),
    lines: [
      'Payment needs attention',
      'Payment:  → pay_1',
      'Reason: Another account got this email before the payment arrived',
    ],
  },
  {
    event: paidTwice(),
    lines: [
      'Payment needs attention',
      'Payment:  → pay_2',
      'Amount:  → 99.00 USD',
      'Reason: The order was paid a second time',
    ],
  },
  { event: grantRetried(), lines: ['Activation tried again'] },
  {
    event: refundRequested(),
    lines: ['Refund requested', 'Payment:  → pay_1', 'Amount:  → 99.00 USD', 'Reason: Bought twice'],
  },
  {
    event: refunded(),
    lines: ['Payment refunded', 'Refund:  → rfnd_pay_1', 'Amount:  → 99.00 USD'],
  },
  { event: refundFailed(), lines: ['Refund failed', 'Payment:  → pay_1', 'Reason: Too little balance'] },
])('describes $event.type', ({ event, lines }) =>
  expect(described(paymentDescriptions, event)).toEqual(lines),
);
