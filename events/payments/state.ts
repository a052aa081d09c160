import type { Money } from '../language/money.ts';
import type { PaymentEvent, PaymentOrder } from './events.ts';
import type { AttentionReason, PaymentStatus } from './vocabulary.ts';

/** One captured payment of an order. Normally an order has one. */
export type Charge = {
  providerPaymentId: string;
  amount: Money;
  isRefundRequested: boolean;
  refunds: readonly { id: string; minor: number }[];
  /** Ids of refunds that the provider could not carry out: a late report that they were made changes nothing. */
  failedRefunds: readonly string[];
};

type Grant = { kind: 'due' } | { kind: 'done' } | { kind: 'problem'; reason: AttentionReason };

export type Payment =
  | { phase: 'none' }
  /** Not paid yet. */
  | { phase: 'open'; order: PaymentOrder; failures: readonly { providerPaymentId: string; reason: string }[] }
  /** `charges[0]` is the payment that the grant is for; further ones were paid twice. */
  | { phase: 'paid'; order: PaymentOrder; charges: readonly [Charge, ...Charge[]]; grant: Grant };
export type ExistingPayment = Exclude<Payment, { phase: 'none' }>;
export type PaidPayment = Extract<Payment, { phase: 'paid' }>;

export const refundedMinor = ({ refunds }: Charge) => refunds.reduce((sum, { minor }) => sum + minor, 0);
export const isRefunded = (charge: Charge) => refundedMinor(charge) >= charge.amount.minor;

/** Whether nothing is kept of an order: of two payments, a refund of one leaves the other for the grant. */
export const isOrderRefunded = ({ charges }: PaidPayment) => charges.every(isRefunded);

/** Whether the whole money of the grant's charge went back, or is on its way. A part that went back changes no grant. */
export const isReturning = ({ charges: [first] }: PaidPayment) =>
  first.isRefundRequested || isRefunded(first);

/** Whether the buyer still has to get what was paid for. */
export const isGrantDue = (payment: Payment): payment is PaidPayment =>
  payment.phase === 'paid' && payment.grant.kind === 'due' && !isReturning(payment);

/** The charge that an open problem is about, and the reason; null without a problem. */
export function problemOf({
  charges,
  grant,
}: PaidPayment): { charge: Charge; reason: AttentionReason } | null {
  const [first, ...others] = charges;
  if (grant.kind === 'problem' && !isRefunded(first)) return { charge: first, reason: grant.reason };
  const extra = others.find((charge) => !isRefunded(charge));
  return extra ? { charge: extra, reason: 'paid-twice' } : null;
}

/** The charge that a refund returns, and what is left of it: the one that needs attention, or else the granted one. */
export function refundOf(payment: PaidPayment): { charge: Charge; left: Money } {
  const charge = problemOf(payment)?.charge ?? payment.charges[0];
  return { charge, left: { ...charge.amount, minor: charge.amount.minor - refundedMinor(charge) } };
}

/** The status for people; null for an order that does not exist. */
export function statusOf(payment: Payment): PaymentStatus | null {
  switch (payment.phase) {
    case 'none':
      return null;
    case 'open':
      return payment.failures.length > 0 ? 'failed' : 'created';
    case 'paid': {
      if (payment.charges.some((charge) => charge.isRefundRequested)) return 'refunding';
      if (problemOf(payment)) return 'needs_attention';
      if (isRefunded(payment.charges[0])) return 'refunded';
      return payment.grant.kind === 'done' ? 'granted' : 'paid';
    }
    default:
      return payment satisfies never;
  }
}

/** Folds an event into the state of its order. */
export function evolve(payment: Payment, event: PaymentEvent): Payment {
  if (event.type === 'PaymentOrderCreated') return { phase: 'open', order: event.data, failures: [] };
  if (payment.phase === 'none') return payment;
  if (payment.phase === 'open') {
    if (event.type === 'PaymentAttemptFailed')
      return { ...payment, failures: [...payment.failures, event.data] };
    if (event.type !== 'PaymentCaptured') return payment;
    return {
      phase: 'paid',
      order: payment.order,
      charges: [chargeOf(event.data.providerPaymentId, event.data.amount)],
      grant: { kind: 'due' },
    };
  }
  switch (event.type) {
    case 'PaymentAttemptFailed':
    case 'PaymentCaptured':
      return payment;
    case 'PaymentGranted':
      return { ...payment, grant: { kind: 'done' } };
    case 'PaymentGrantRetried':
      return { ...payment, grant: { kind: 'due' } };
    case 'PaymentNeedsAttention': {
      const { reason, providerPaymentId, amount } = event.data;
      if (reason !== 'paid-twice' || amount === null)
        return { ...payment, grant: { kind: 'problem', reason } };
      return { ...payment, charges: [...payment.charges, chargeOf(providerPaymentId, amount)] };
    }
    case 'PaymentRefundRequested':
      return withCharge(payment, event.data, (charge) => ({ ...charge, isRefundRequested: true }));
    case 'PaymentRefunded': {
      const { refundId: id, amount } = event.data;
      return withCharge(payment, event.data, (charge) => {
        const after = { ...charge, refunds: [...charge.refunds, { id, minor: amount.minor }] };
        // A request is for all that is left: a part that the provider refunded before does not fulfil it.
        return { ...after, isRefundRequested: charge.isRefundRequested && !isRefunded(after) };
      });
    }
    case 'PaymentRefundFailed': {
      const { refundId } = event.data;
      return withCharge(payment, event.data, (charge) => ({
        ...charge,
        isRefundRequested: false,
        refunds: charge.refunds.filter(({ id }) => id !== refundId),
        failedRefunds: refundId === undefined ? charge.failedRefunds : [...charge.failedRefunds, refundId],
      }));
    }
    default:
      return event satisfies never;
  }
}

const chargeOf = (providerPaymentId: string, amount: Money): Charge => ({
  providerPaymentId,
  amount,
  isRefundRequested: false,
  refunds: [],
  failedRefunds: [],
});

function withCharge(
  payment: PaidPayment,
  { providerPaymentId }: { providerPaymentId: string },
  change: (charge: Charge) => Charge,
): PaidPayment {
  const changed = (charge: Charge) =>
    charge.providerPaymentId === providerPaymentId ? change(charge) : charge;
  const [first, ...others] = payment.charges;
  return { ...payment, charges: [changed(first), ...others.map(changed)] };
}
