import type { CheckoutProof, Verified } from '@crm/contracts/payments/checkout.ts';
import { useCallback, useEffect, useState } from 'react';
import { failureText } from '../../api/errors.ts';
import { checkoutTexts as texts } from '../texts/checkout.ts';
import { type Checkout, type CheckoutEnd, openProvider } from './provider.ts';

/** How far a payment is. */
export type CheckoutPhase =
  | { kind: 'idle' }
  /** The checkout is open: the test window, or the provider's own. */
  | { kind: 'open'; checkout: Checkout; end: (end: CheckoutEnd) => void }
  | { kind: 'verifying' }
  | { kind: 'verified'; status: Verified['status'] }
  | { kind: 'failed'; text: string };

/** Milliseconds after which the end of a payment, or of a failed renewal, disappears by itself. */
export const SHOWN_MS = 5000;

/**
 * Runs checkouts, one at a time: opens the window, verifies the payment, and shows the end for 5 seconds. Closing the window
 * only ends the busy state.
 */
export function useCheckout(verify: (proof: CheckoutProof) => Promise<{ data: Verified }>) {
  const [phase, setPhase] = useState<CheckoutPhase>({ kind: 'idle' });
  const close = useCallback(() => setPhase({ kind: 'idle' }), []);

  useEffect(() => {
    if (phase.kind !== 'verified' && phase.kind !== 'failed') return;
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [phase, close]);

  /** @returns the verified payment; null when there is none */
  async function pay(checkout: Checkout): Promise<Verified | null> {
    const end = await (checkout.order.isTest ? testWindow(checkout) : provider(checkout));
    if (end.kind === 'dismissed') {
      close();
      return null;
    }
    if (end.kind === 'failed') {
      setPhase({ kind: 'failed', text: end.text });
      return null;
    }
    setPhase({ kind: 'verifying' });
    try {
      const { data } = await verify(end.proof);
      setPhase({ kind: 'verified', status: data.status });
      return data;
    } catch (error) {
      setPhase({ kind: 'failed', text: texts.notVerified(failureText(error, texts.verificationFailed)) });
      return null;
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
