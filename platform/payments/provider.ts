import { createHmac } from 'node:crypto';
import { Currency } from '@crm/events/language/currency.ts';

/** Amounts are in whole minor units. */
type ProviderOrder = { id: string; amount: number; currency: string };
export type ProviderPayment = {
  id: string;
  orderId: string | null;
  amount: number;
  currency: string;
  /** 'returned': authorized money that the provider never took. */
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'returned' | 'failed';
  /** The reason of a failure; null without one. */
  error: string | null;
};
type ProviderRefund = { id: string; amount: number; currency: string };

/** An amount of the provider; null for a currency that no order has. */
export function moneyOf({ amount, currency }: { amount: number; currency: string }) {
  const known = Currency.safeParse(currency);
  return known.success ? { minor: amount, currency: known.data } : null;
}

/** The calls of the payment provider. They throw ProviderRefused or ProviderUnavailable. */
export type ProviderCalls = {
  /** @param receipt our reference of the order, at most 40 characters */
  createOrder(order: {
    amount: number;
    currency: string;
    receipt: string;
    notes: Record<string, string>;
  }): Promise<ProviderOrder>;
  payment(id: string): Promise<ProviderPayment>;
  /** All payments of an order, also failed ones. */
  paymentsOf(orderId: string): Promise<ProviderPayment[]>;
  /** Takes the money of an authorized payment. */
  capture(payment: ProviderPayment): Promise<ProviderPayment>;
  refund(refund: { paymentId: string; amount: number }): Promise<ProviderRefund>;
  /** The refunds that it carried out or still may; not failed ones. */
  refundsOf(paymentId: string): Promise<ProviderRefund[]>;
};

/** The refunds of a payment that went back as a whole; none for any other payment. */
export async function refundsWith(
  provider: Pick<ProviderCalls, 'refundsOf'>,
  { id, status }: Pick<ProviderPayment, 'id' | 'status'>,
) {
  if (status !== 'refunded') return [];
  return (await provider.refundsOf(id)).flatMap(({ id: refundId, ...refund }) => {
    const amount = moneyOf(refund);
    return amount ? [{ refundId, amount }] : [];
  });
}

/** The provider's proof of a payment, which its checkout gives to the page. */
type CheckoutProof = { orderId: string; paymentId: string; signature: string };

/** The actions of a buyer in the test mode. */
export type StandIn = {
  /** Pays an order; a second time it is the same payment. Null for an unknown order. */
  pay(orderId: string): Promise<CheckoutProof | null>;
  /** Records an attempt that failed. Null for an unknown order. */
  fail(orderId: string): Promise<ProviderPayment | null>;
};

/** The payment provider of the installation: Razorpay, or its stand-in without keys. */
export type PaymentProvider = ProviderCalls & {
  /** The public key, which checkouts show to the provider. */
  key: string;
  /** Pays and fails orders like the provider's checkout; null with real keys. */
  standIn: StandIn | null;
  /** Whether the checkout's signature proves that the payment belongs to the order. */
  provesCheckout(proof: CheckoutProof): boolean;
  webhookSecret: string;
};

/** The provider refused the request, and would refuse it again. The message is for people. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}

/** The provider could not be reached or had an error of its own: try again later. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** The signature of the provider's checkout: HMAC-SHA256 of both ids under the key's secret. */
export const checkoutSignature = (secret: string, orderId: string, paymentId: string): string =>
  createHmac('sha256', secret).update(`${orderId}|${paymentId}`).digest('hex');
