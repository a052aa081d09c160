import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import type { Money } from '../language/money.ts';
import type { PaymentEvent, PaymentOrder } from './events.ts';
import {
  type ExistingPayment as Existing,
  evolve,
  isRefunded,
  isReturning,
  type PaidPayment,
  type Payment,
  refundOf,
} from './state.ts';
import type { AttentionReason, CaptureSource } from './vocabulary.ts';

/** Reports of the provider may arrive several times and in any order: each has its effect once. */
export type PaymentCommand =
  | { type: 'CreatePaymentOrder'; order: PaymentOrder }
  | { type: 'RecordFailedAttempt'; providerPaymentId: string; reason: string }
  /** `refunds`: the refunds of a payment that went back before it was reported. */
  | {
      type: 'RecordCapture';
      providerPaymentId: string;
      amount: Money;
      source: CaptureSource;
      refunds?: readonly { refundId: string; amount: Money }[];
    }
  | { type: 'RecordGrant' }
  /** The grant is impossible. */
  | { type: 'RecordGrantProblem'; reason: Exclude<AttentionReason, 'paid-twice'> }
  | { type: 'RetryGrant' }
  /** Refunds what is left of the charge that needs attention, or else of the granted one. */
  | { type: 'RequestRefund'; reason: string }
  | { type: 'RecordRefund'; providerPaymentId: string; refundId: string; amount: Money }
  /**
   * The provider refused a requested refund, or could not carry out the one that it had accepted as `refundId`, which may
   * not be recorded yet.
   */
  | { type: 'RecordFailedRefund'; providerPaymentId: string; refundId?: string; reason: string };

export type PaymentRefusal =
  | 'payment-order-exists'
  | 'payment-order-not-found'
  | 'payment-not-captured'
  | 'payment-not-refundable'
  | 'payment-without-problem';

export const paymentDecider: Decider<Payment, PaymentCommand, PaymentEvent, PaymentRefusal> = {
  initialState: { phase: 'none' },
  evolve,

  decide(command, payment): Decision<PaymentEvent, PaymentRefusal> {
    if (command.type === 'CreatePaymentOrder')
      return payment.phase === 'none'
        ? accept({ type: 'PaymentOrderCreated', data: command.order })
        : refuse('payment-order-exists');
    if (payment.phase === 'none') return refuse('payment-order-not-found');
    if (command.type === 'RecordCapture') return recordCapture(command, payment);
    if (command.type === 'RecordFailedAttempt') return recordFailure(command, payment);
    if (payment.phase === 'open') return refuse('payment-not-captured');
    switch (command.type) {
      case 'RecordGrant':
        return payment.grant.kind === 'done' ? accept() : accept({ type: 'PaymentGranted', data: {} });
      case 'RecordGrantProblem': {
        if (payment.grant.kind !== 'due') return accept();
        const { providerPaymentId } = payment.charges[0];
        return accept({
          type: 'PaymentNeedsAttention',
          data: { reason: command.reason, providerPaymentId, amount: null },
        });
      }
      case 'RetryGrant':
        return mayRetry(payment)
          ? accept({ type: 'PaymentGrantRetried', data: {} })
          : refuse('payment-without-problem');
      case 'RequestRefund':
        return requestRefund(command.reason, payment);
      case 'RecordRefund':
        return recordRefund(command, payment);
      case 'RecordFailedRefund':
        return recordFailedRefund(command, payment);
      default:
        return command satisfies never;
    }
  },
};

type Of<Type extends PaymentCommand['type']> = Extract<PaymentCommand, { type: Type }>;
type Decided = Decision<PaymentEvent, PaymentRefusal>;

const chargeOf = ({ charges }: PaidPayment, id: string) =>
  charges.find(({ providerPaymentId }) => providerPaymentId === id);

/** Also while it is due: its job may have given up. A wrong amount stays wrong: that money can only be refunded. */
function mayRetry(payment: PaidPayment): boolean {
  const { grant } = payment;
  if (isReturning(payment)) return false;
  return grant.kind === 'due' || (grant.kind === 'problem' && grant.reason !== 'amount-differs');
}

function recordCapture(
  { providerPaymentId, amount, source, refunds = [] }: Of<'RecordCapture'>,
  payment: Existing,
): Decided {
  // In the same append: nothing may be granted between the capture and its refund.
  const refunded = refunds.map(
    (refund): PaymentEvent => ({ type: 'PaymentRefunded', data: { providerPaymentId, ...refund } }),
  );
  if (payment.phase === 'paid') {
    if (chargeOf(payment, providerPaymentId)) return accept();
    return accept<PaymentEvent>(
      { type: 'PaymentNeedsAttention', data: { reason: 'paid-twice', providerPaymentId, amount } },
      ...refunded,
    );
  }
  const captured: PaymentEvent = { type: 'PaymentCaptured', data: { providerPaymentId, amount, source } };
  const ordered = payment.order.amount;
  const isRight = amount.minor === ordered.minor && amount.currency === ordered.currency;
  const problem: PaymentEvent = {
    type: 'PaymentNeedsAttention',
    data: { reason: 'amount-differs', providerPaymentId, amount: null },
  };
  return accept(captured, ...(isRight ? [] : [problem]), ...refunded);
}

/** A failure that is reported after the capture is one of an earlier attempt. */
function recordFailure({ providerPaymentId, reason }: Of<'RecordFailedAttempt'>, payment: Existing): Decided {
  if (payment.phase === 'paid') return accept();
  if (payment.failures.some((failure) => failure.providerPaymentId === providerPaymentId)) return accept();
  return accept({ type: 'PaymentAttemptFailed', data: { providerPaymentId, reason } });
}

/** While a grant is on its way, its result is not known: the refund has to wait. */
function requestRefund(reason: string, payment: PaidPayment): Decided {
  const { charge, left } = refundOf(payment);
  if (charge.isRefundRequested) return accept();
  if (isRefunded(charge) || (payment.grant.kind === 'due' && charge === payment.charges[0]))
    return refuse('payment-not-refundable');
  const { providerPaymentId } = charge;
  return accept({ type: 'PaymentRefundRequested', data: { providerPaymentId, amount: left, reason } });
}

/** Refunds that were made at the provider are recorded too. */
function recordRefund(
  { providerPaymentId, refundId, amount }: Of<'RecordRefund'>,
  payment: PaidPayment,
): Decided {
  const charge = chargeOf(payment, providerPaymentId);
  if (!charge) return refuse('payment-not-captured');
  if (charge.refunds.some(({ id }) => id === refundId)) return accept();
  if (charge.failedRefunds.includes(refundId)) return accept();
  return accept({ type: 'PaymentRefunded', data: { providerPaymentId, refundId, amount } });
}

function recordFailedRefund({ type: _, ...data }: Of<'RecordFailedRefund'>, payment: PaidPayment): Decided {
  const charge = chargeOf(payment, data.providerPaymentId);
  if (!charge) return refuse('payment-not-captured');
  const isKnown =
    data.refundId === undefined ? !charge.isRefundRequested : charge.failedRefunds.includes(data.refundId);
  return isKnown ? accept() : accept({ type: 'PaymentRefundFailed', data });
}
