import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../language/decider.ts';
import { keepsTheLaws } from '../test/laws.ts';
import { type PaymentCommand, paymentDecider } from './decide.ts';
import { type PaymentEvent, paymentEvents } from './events.ts';
import { isGrantDue, statusOf } from './state.ts';
import {
  attemptFailed,
  captured,
  given,
  granted,
  grantRetried,
  needsAttention,
  order,
  ordered,
  paidTwice,
  price,
  refunded,
  refundFailed,
  refundRequested,
} from './story.ts';

const create: PaymentCommand = { type: 'CreatePaymentOrder', order };
const capture = (
  providerPaymentId = 'pay_1',
  amount = price,
): Extract<PaymentCommand, { type: 'RecordCapture' }> => ({
  type: 'RecordCapture',
  providerPaymentId,
  amount,
  source: 'checkout',
});
const captureOfReturned = (providerPaymentId: string): PaymentCommand => ({
  type: 'RecordCapture',
  providerPaymentId,
  amount: price,
  source: 'reconciliation',
  refunds: [{ refundId: `rfnd_${providerPaymentId}`, amount: price }],
});
const fail = (providerPaymentId = 'pay_0'): PaymentCommand => ({
  type: 'RecordFailedAttempt',
  providerPaymentId,
  reason: 'The card was declined',
});
const grant: PaymentCommand = { type: 'RecordGrant' };
const problem: PaymentCommand = { type: 'RecordGrantProblem', reason: 'email-taken' };
const retry: PaymentCommand = { type: 'RetryGrant' };
const refund: PaymentCommand = { type: 'RequestRefund', reason: 'Bought twice' };
const recordRefund = (providerPaymentId = 'pay_1', minor = price.minor): PaymentCommand => ({
  type: 'RecordRefund',
  providerPaymentId,
  refundId: `rfnd_${providerPaymentId}`,
  amount: { ...price, minor },
});
const failRefund = {
  type: 'RecordFailedRefund' as const,
  providerPaymentId: 'pay_1',
  reason: 'Too little balance',
};

describe('an order', () => {
  test('is created once', () => {
    given().when(create).gives(ordered());
    given(ordered()).when(create).refuses('payment-order-exists');
  });
  test('that does not exist has no payments', () => {
    for (const command of [capture(), fail(), grant, refund])
      given().when(command).refuses('payment-order-not-found');
  });
  test('can be paid after failed attempts, each of which is recorded once', () => {
    given(ordered()).when(fail()).gives(attemptFailed());
    given(ordered(), attemptFailed()).when(fail()).gives();
    given(ordered(), attemptFailed()).when(fail('pay_5')).gives(attemptFailed('pay_5'));
    given(ordered(), attemptFailed()).when(capture()).gives(captured());
  });
});

describe('a captured payment', () => {
  test('that went back before it was reported is granted nothing', () => {
    const fromReconciliation = captured({ source: 'reconciliation' });
    given(ordered()).when(captureOfReturned('pay_1')).gives(fromReconciliation, refunded());
    expect(isGrantDue(fold(paymentDecider, [ordered(), fromReconciliation, refunded()]))).toBe(false);
    given(ordered(), captured()).when(captureOfReturned('pay_2')).gives(paidTwice(), refunded('pay_2'));
  });
  test('is recorded once, however often it is reported', () => {
    given(ordered()).when(capture()).gives(captured());
    for (const later of [[], [granted()], [needsAttention()], [granted(), refundRequested(), refunded()]])
      given(ordered(), captured(), ...later)
        .when({ ...capture(), source: 'webhook' })
        .gives();
  });
  test('of another amount or currency grants nothing and needs attention', () => {
    for (const amount of [
      { ...price, minor: price.minor - 1 },
      { ...price, minor: price.minor + 1 },
      { ...price, currency: 'INR' as const },
    ])
      given(ordered())
        .when(capture('pay_1', amount))
        .gives(captured({ amount }), needsAttention({ reason: 'amount-differs' }));
  });
  test('that is a second one for the order needs attention, once', () => {
    given(ordered(), captured(), granted()).when(capture('pay_2')).gives(paidTwice());
    given(ordered(), captured(), granted(), paidTwice()).when(capture('pay_2')).gives();
  });
  test('makes a later report of a failed attempt irrelevant', () =>
    given(ordered(), captured()).when(fail()).gives());
});

describe('a grant', () => {
  test('is recorded once, and not before the money arrived', () => {
    given(ordered()).when(grant).refuses('payment-not-captured');
    given(ordered(), captured()).when(grant).gives(granted());
    given(ordered(), captured(), granted()).when(grant).gives();
  });
  test('that is impossible needs attention, once, and can be tried again', () => {
    given(ordered(), captured()).when(problem).gives(needsAttention());
    given(ordered(), captured(), needsAttention()).when(problem).gives();
    given(ordered(), captured(), granted()).when(problem).gives();
    given(ordered(), captured(), needsAttention()).when(retry).gives(grantRetried());
    given(ordered(), captured(), needsAttention(), grantRetried()).when(problem).gives(needsAttention());
  });
  test('whose job gave up is tried again', () =>
    given(ordered(), captured()).when(retry).gives(grantRetried()));
  test('is not tried again when it is done, for a wrong amount, or for money that goes back', () => {
    given(ordered(), captured(), granted()).when(retry).refuses('payment-without-problem');
    given(ordered(), captured(), needsAttention({ reason: 'amount-differs' }))
      .when(retry)
      .refuses('payment-without-problem');
    given(ordered(), captured(), needsAttention(), refundRequested())
      .when(retry)
      .refuses('payment-without-problem');
  });
});

describe('a refund', () => {
  test('is requested once, and waits for a grant that is on its way', () => {
    given(ordered(), captured(), granted()).when(refund).gives(refundRequested());
    given(ordered(), captured(), granted(), refundRequested()).when(refund).gives();
    given(ordered(), captured()).when(refund).refuses('payment-not-refundable');
    given(ordered()).when(refund).refuses('payment-not-captured');
  });
  test('returns the second payment of an order first, then nothing is left of it', () => {
    given(ordered(), captured(), paidTwice()).when(refund).gives(refundRequested('pay_2'));
    given(ordered(), captured(), granted(), paidTwice(), refundRequested('pay_2'), refunded('pay_2'))
      .when(refund)
      .gives(refundRequested());
    given(ordered(), captured(), granted(), refundRequested(), refunded())
      .when(refund)
      .refuses('payment-not-refundable');
  });
  test('is recorded once, also one that was made at the provider, and returns only what is left', () => {
    given(ordered(), captured(), granted()).when(recordRefund()).gives(refunded());
    given(ordered(), captured(), granted(), refunded()).when(recordRefund()).gives();
    given(ordered(), captured(), granted(), refunded('pay_1', 900))
      .when(refund)
      .gives(refundRequested('pay_1', 9000));
    given(ordered(), captured()).when(recordRefund('pay_9')).refuses('payment-not-captured');
  });
  test('that is requested stays so while only a part of it is refunded', () => {
    const history = [ordered(), captured(), granted(), refundRequested(), refunded('pay_1', 900)];
    expect(statusOf(fold(paymentDecider, history))).toBe('refunding');
    given(...history)
      .when(refund)
      .gives();
    given(...history)
      .when(failRefund)
      .gives(refundFailed());
  });
  test('of a part stops no activation', () => {
    const history = [ordered(), captured(), refunded('pay_1', 900)];
    expect(isGrantDue(fold(paymentDecider, history))).toBe(true);
    given(...history)
      .when(retry)
      .gives(grantRetried());
    given(ordered(), captured(), refunded()).when(retry).refuses('payment-without-problem');
  });
  test('that the provider accepted and could not carry out is taken back, once, and can be requested again', () => {
    const failed: PaymentCommand = { ...failRefund, refundId: 'rfnd_pay_1' };
    const taken = refundFailed('pay_1', 'rfnd_pay_1');
    const history = [ordered(), captured(), granted(), refundRequested(), refunded()];
    given(...history)
      .when(failed)
      .gives(taken);
    given(...history, taken)
      .when(failed)
      .gives();
    given(...history, taken)
      .when(refund)
      .gives(refundRequested());
    expect(statusOf(fold(paymentDecider, [...history, taken]))).toBe('granted');
  });
  test('that failed before it was recorded stays failed', () => {
    const failed: PaymentCommand = { ...failRefund, refundId: 'rfnd_pay_1' };
    const history = [ordered(), captured(), granted(), refundRequested()];
    const taken = refundFailed('pay_1', 'rfnd_pay_1');
    given(...history)
      .when(failed)
      .gives(taken);
    given(...history, taken)
      .when(failed)
      .gives();
    given(...history, taken)
      .when(recordRefund())
      .gives();
    given(...history, taken)
      .when(refund)
      .gives(refundRequested());
    given(...history)
      .when({ ...failed, providerPaymentId: 'pay_9' })
      .refuses('payment-not-captured');
  });
  test('that failed is not recorded by a late report of it', () => {
    given(ordered(), captured(), granted(), refunded(), refundFailed('pay_1', 'rfnd_pay_1'))
      .when(recordRefund())
      .gives();
  });
  test('that failed can be requested again', () => {
    given(ordered(), captured(), granted(), refundRequested()).when(failRefund).gives(refundFailed());
    given(ordered(), captured(), granted()).when(failRefund).gives();
    given(ordered(), captured(), granted(), refundRequested(), refundFailed())
      .when(refund)
      .gives(refundRequested());
  });
});

test.each<[string | null, readonly PaymentEvent[]]>([
  [null, []],
  ['created', [ordered()]],
  ['failed', [ordered(), attemptFailed()]],
  ['paid', [ordered(), attemptFailed(), captured()]],
  ['granted', [ordered(), captured(), granted()]],
  ['needs_attention', [ordered(), captured(), needsAttention()]],
  ['needs_attention', [ordered(), captured(), granted(), paidTwice()]],
  ['paid', [ordered(), captured(), needsAttention(), grantRetried()]],
  ['refunding', [ordered(), captured(), needsAttention(), refundRequested()]],
  ['refunded', [ordered(), captured(), needsAttention(), refundRequested(), refunded()]],
  ['granted', [ordered(), captured(), granted(), paidTwice(), refunded('pay_2')]],
  ['granted', [ordered(), captured(), granted(), refundRequested(), refundFailed()]],
])('the status is %s', (status, history) => expect(statusOf(fold(paymentDecider, history))).toBe(status));

const ids = fc.constantFrom('pay_1', 'pay_2', 'pay_3');
const command: fc.Arbitrary<PaymentCommand> = fc.oneof(
  fc.constantFrom(create, grant, problem, retry, refund, failRefund),
  ids.map((id) => capture(id)),
  ids.map(fail),
  fc.tuple(ids, fc.integer({ min: 1, max: price.minor })).map(([id, minor]) => recordRefund(id, minor)),
);

describe('the laws', () => keepsTheLaws(paymentDecider, paymentEvents, create, command));

test('whatever is reported in whatever order, every payment is known once and at most one grants', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const events: PaymentEvent[] = [ordered()];
      for (const each of commands) {
        const decision = paymentDecider.decide(each, fold(paymentDecider, events));
        if (decision.kind === 'accepted') events.push(...decision.events);
      }
      expect(events.filter(({ type }) => type === 'PaymentCaptured').length).toBeLessThanOrEqual(1);
      expect(events.filter(({ type }) => type === 'PaymentGranted').length).toBeLessThanOrEqual(1);
      const reported = commands.flatMap((each) =>
        each.type === 'RecordCapture' ? [each.providerPaymentId] : [],
      );
      const payment = fold(paymentDecider, events);
      const known = payment.phase === 'paid' ? payment.charges.map((charge) => charge.providerPaymentId) : [];
      expect([...known].sort()).toEqual([...new Set(reported)].sort());
    }),
  );
});
