import type { CheckoutProof } from '@crm/contracts/payments/checkout.ts';
import { CallError, mayRecover, sessionEnded } from '../../api/errors.ts';
import { ownKeys } from '../../auth/ownStorage.ts';

/** A payment that the checkout reports as made. */
export type Paid = { proof: CheckoutProof; email: string; isTest: boolean };

type Kept = { payer: string | null; paid: Paid };

/**
 * The payment of this tab that the server has not confirmed yet; null without one. It is kept over a reload and a new sign-in:
 * the next checkout confirms it first, instead of asking for a second payment.
 * @param payer the user who renews; null for a visitor who buys
 */
export function readUnconfirmed(payer: string | null): Paid | null {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(ownKeys.payment) ?? 'null');
    return kept?.payer === payer ? (kept?.paid ?? null) : null;
  } catch {
    // Edited by hand.
    return null;
  }
}

export function keepUnconfirmed(payer: string | null, paid: Paid): void {
  const kept: Kept = { payer, paid };
  try {
    sessionStorage.setItem(ownKeys.payment, JSON.stringify(kept));
  } catch {
    // The browser's storage is full: the payment is known until the page is left.
  }
}

/** Whether the server refused a payment: without such an answer, it may be confirmed. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof CallError &&
  error.failure.kind === 'refused' &&
  error.failure.status < 500 &&
  !mayRecover(error) &&
  !sessionEnded(error);

export const dropUnconfirmed = (): void => sessionStorage.removeItem(ownKeys.payment);
