import type { Transaction } from '@crm/contracts/payments/payments.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import { refundedMinor, refundOf } from '@crm/events/payments/state.ts';
import type { PaymentRow } from './table.ts';

/** A payment as answers show it. */
export function transactionOf(row: PaymentRow): Transaction {
  const { providerOrderId: orderId, purpose, buyer, plan, amount } = row.payment.order;
  const { payment } = row;
  const paid = payment.phase === 'paid' ? payment.charges[0] : null;
  return {
    _id: row.id,
    orderId,
    paymentId: paid?.providerPaymentId ?? null,
    purpose,
    status: row.status,
    amount: fromMinor((paid?.amount ?? amount).minor),
    currency: (paid?.amount ?? amount).currency,
    // Of the payment whose amount is shown, as on its receipt: a second one is returned on its own.
    refunded: paid ? fromMinor(refundedMinor(paid)) : 0,
    planName: plan.terms.name,
    billingCycle: plan.terms.billingCycle,
    buyer: { fullName: buyer.fullName, email: buyer.email },
    attention: row.attention,
    problem: row.problem,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}

/** The amount that a refund would return now, in major units; 0 for an order that was not paid. */
export const toRefundOf = ({ payment }: PaymentRow): number =>
  payment.phase === 'paid' ? fromMinor(refundOf(payment).left.minor) : 0;
