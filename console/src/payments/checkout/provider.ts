import type { CheckoutOrder, CheckoutProof } from '@crm/contracts/payments/checkout.ts';
import { paths } from '../../paths.ts';
import { checkoutTexts as texts } from '../texts/checkout.ts';

/** The end of a checkout. `failed` has a text for the buyer. */
export type CheckoutEnd =
  | { kind: 'paid'; proof: CheckoutProof }
  | { kind: 'failed'; text: string }
  | { kind: 'dismissed' };

/** The order as the checkout shows it. `notes` are kept by the provider with the order. */
export type Checkout = {
  order: CheckoutOrder;
  about: string;
  buyer: { fullName: string; email: string };
  notes: Record<string, string>;
};

const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';
/** The provider's blue. */
const COLOR = '#3399cc';

type Failure = { error?: { description?: string } };
type Options = {
  key: string;
  amount: number;
  currency: string;
  order_id: string;
  name: string;
  description: string;
  prefill: { name: string; email: string };
  notes: Record<string, string>;
  theme: { color: string };
  handler: (proof: CheckoutProof) => void;
  modal: { ondismiss: () => void };
};
type Window = {
  open: () => void;
  on: (event: 'payment.failed', listener: (failure: Failure) => void) => void;
};
type Provider = new (options: Options) => Window;

/** The checkout of the payment provider, from its script. */
export async function openProvider({ order, about, buyer, notes }: Checkout): Promise<CheckoutEnd> {
  const Razorpay = await provider();
  if (!Razorpay) return { kind: 'failed', text: texts.scriptFailed };
  return new Promise((end) => {
    let failure: string | null = null;
    const window = new Razorpay({
      key: order.key,
      amount: order.amount,
      currency: order.currency,
      order_id: order.id,
      name: texts.merchant,
      description: about,
      prefill: { name: buyer.fullName, email: buyer.email },
      notes,
      theme: { color: COLOR },
      handler: ({ razorpay_order_id, razorpay_payment_id, razorpay_signature }) =>
        end({ kind: 'paid', proof: { razorpay_order_id, razorpay_payment_id, razorpay_signature } }),
      // The buyer can try another card after a failure; closing the window afterwards is the failure's end.
      modal: {
        ondismiss: () => end(failure === null ? { kind: 'dismissed' } : { kind: 'failed', text: failure }),
      },
    });
    window.on('payment.failed', ({ error }) => {
      failure = error?.description || texts.failed;
    });
    window.open();
  });
}

/** The provider's script sets this global; null when it did not load. */
async function provider(): Promise<Provider | null> {
  const known = () => (globalThis as { Razorpay?: Provider }).Razorpay ?? null;
  if (known()) return known();
  await new Promise<void>((loaded) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => loaded();
    // The next attempt loads it again.
    script.onerror = () => {
      script.remove();
      loaded();
    };
    document.head.append(script);
  });
  return known();
}

/** Pages whose Content-Security-Policy admits the provider's script (platform/http/secure-headers.ts). */
const CHECKOUT_PAGES: readonly string[] = [paths.landing, paths.profile];

/**
 * Whether this document may load the provider's script. The policy is that of the page on which the browser entered the
 * console; a page that was reached by a link inside it must be loaded again first.
 */
export function mayLoadProvider(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  // A browser that hides its entries would be loaded again without end; a script that is refused shows an error.
  return navigation === undefined || CHECKOUT_PAGES.includes(new URL(navigation.name).pathname);
}
