import type { CheckoutProof, Verified } from '@crm/contracts/payments/checkout.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureText } from '../../api/errors.ts';
import { checkoutTexts as texts } from '../texts/checkout.ts';
import { type Checkout, type CheckoutEnd, openProvider } from './provider.ts';
import { dropUnconfirmed, isRefusal, keepUnconfirmed, type Paid, readUnconfirmed } from './unconfirmed.ts';

/** How far a payment is. */
export type CheckoutPhase =
  | { kind: 'idle' }
  /** The checkout is open: the test window, or the provider's own. */
  | { kind: 'open'; checkout: Checkout; end: (end: CheckoutEnd) => void }
  | { kind: 'verifying' }
  | { kind: 'verified'; status: Verified['status'] }
  /** The payment was made, and the server did not say what became of it. */
  | { kind: 'unconfirmed'; again: () => void }
  | { kind: 'failed'; text: string };

/** Milliseconds after which the end of a payment, or of a failed renewal, disappears by itself. */
export const SHOWN_MS = 5000;

type Paying = {
  /** The user who renews; null for a visitor who buys. */
  payer: string | null;
  verify: (proof: CheckoutProof) => Promise<{ data: Verified }>;
  onVerified?: (verified: Verified, paid: Paid) => void;
  /** A payment was made and its end was closed: the form must not ask for a second one. */
  onPaid: () => void;
};

/**
 * Runs checkouts, one at a time: opens the window, verifies the payment, and shows the end for 5 seconds. Closing the window
 * only ends the busy state. A payment of this tab that is not confirmed yet is verified first.
 */
export function useCheckout({ payer, verify, onVerified, onPaid }: Paying) {
  const [unconfirmed] = useState(() => readUnconfirmed(payer));
  const [phase, setPhase] = useState<CheckoutPhase>({ kind: unconfirmed ? 'verifying' : 'idle' });

  function close() {
    setPhase({ kind: 'idle' });
    if (phase.kind === 'verified' || phase.kind === 'unconfirmed') onPaid();
  }

  const closeLater = useEffectEvent(close);
  useEffect(() => {
    if (phase.kind !== 'verified' && phase.kind !== 'failed') return;
    const timer = setTimeout(() => closeLater(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  const confirmFirst = useEffectEvent(confirm);
  useEffect(() => {
    if (unconfirmed) void confirmFirst(unconfirmed);
  }, [unconfirmed]);

  async function pay(checkout: Checkout): Promise<void> {
    const end = await (checkout.order.isTest ? testWindow(checkout) : provider(checkout));
    if (end.kind === 'dismissed') return setPhase({ kind: 'idle' });
    if (end.kind === 'failed') return setPhase({ kind: 'failed', text: end.text });
    const { order, buyer } = checkout;
    await confirm({ proof: end.proof, email: buyer.email, isTest: order.isTest });
  }

  async function confirm(paid: Paid): Promise<void> {
    keepUnconfirmed(payer, paid);
    setPhase({ kind: 'verifying' });
    try {
      const { data } = await verify(paid.proof);
      dropUnconfirmed();
      setPhase({ kind: 'verified', status: data.status });
      onVerified?.(data, paid);
    } catch (error) {
      if (!isRefusal(error)) return setPhase({ kind: 'unconfirmed', again: () => void confirm(paid) });
      dropUnconfirmed();
      setPhase({ kind: 'failed', text: texts.notVerified(failureText(error, texts.verificationFailed)) });
    }
  }

  const testWindow = (checkout: Checkout) =>
    new Promise<CheckoutEnd>((end) => setPhase({ kind: 'open', checkout, end }));

  function provider(checkout: Checkout): Promise<CheckoutEnd> {
    setPhase({ kind: 'open', checkout, end: () => {} });
    return openProvider(checkout);
  }

  return { phase, pay, close };
}
