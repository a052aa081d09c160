import Razorpay from 'razorpay';
import { z } from 'zod';
import { type ProviderCalls, ProviderRefused, ProviderUnavailable } from './provider.ts';

/** Milliseconds; the library's HTTP client would wait for ever. */
const TIMEOUT_MS = 15_000;
/**
 * Minutes. A payment that is authorized within the first is captured by the provider; we capture later ones (capture),
 * until the provider returns the money after the second.
 */
const CAPTURE = { automatic_expiry_period: 12, manual_expiry_period: 7200 };

/** Amounts arrive as numbers, in old API versions as texts. */
const Minor = z.coerce.number().int();
const Order = z.object({ id: z.string(), amount: Minor, currency: z.string() });
const Payment = z
  .object({
    id: z.string(),
    order_id: z.string().nullish(),
    amount: Minor,
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    captured: z.boolean().nullish(),
    error_description: z.string().nullish(),
  })
  .transform(({ order_id, error_description, captured, ...payment }) => ({
    ...payment,
    status: payment.status === 'refunded' && captured === false ? ('returned' as const) : payment.status,
    orderId: order_id ?? null,
    error: error_description || null,
  }));
const Refund = z
  .object({ id: z.string(), amount: Minor, currency: z.string(), status: z.string().nullish() })
  .transform(({ status, ...refund }) => ({ ...refund, isFailed: status === 'failed' }));
/** The most that one answer may have; without a count it has 10. */
const REFUNDS_AT_ONCE = 100;
const list = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) });

/**
 * The calls of Razorpay.
 *
 * @param host where the API is; another one in tests
 */
export function openRazorpay(
  { keyId, keySecret }: { keyId: string; keySecret: string },
  host?: string,
): ProviderCalls {
  const razorpay = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const client = httpClientOf(razorpay);
  client.defaults.timeout = TIMEOUT_MS;
  if (host !== undefined) client.defaults.baseURL = host;
  const { orders, payments } = razorpay;
  return {
    createOrder: ({ amount, currency, receipt, notes }) =>
      answered(Order, () =>
        orders.create({
          amount,
          currency,
          receipt,
          notes,
          payment: {
            capture: 'automatic',
            capture_options: { ...CAPTURE, refund_speed: 'normal' },
          },
        }),
      ),
    payment: (id) => answered(Payment, () => payments.fetch(id)),
    paymentsOf: async (orderId) => (await answered(list(Payment), () => orders.fetchPayments(orderId))).items,
    async capture(payment) {
      try {
        return await answered(Payment, () => payments.capture(payment.id, payment.amount, payment.currency));
      } catch (error) {
        // The automatic capture may have been first.
        if (!(error instanceof ProviderRefused)) throw error;
        return answered(Payment, () => payments.fetch(payment.id));
      }
    },
    async refund({ paymentId, amount }) {
      const { isFailed, ...refund } = await answered(Refund, () => payments.refund(paymentId, { amount }));
      if (isFailed) throw new ProviderRefused('The refund failed');
      return refund;
    },
    async refundsOf(paymentId) {
      // By id: the newest are first, so a refund that is made between two answers moves the others back.
      const found = new Map<string, z.output<typeof Refund>>();
      for (let skip = 0; ; skip += REFUNDS_AT_ONCE) {
        const { items } = await answered(list(Refund), () =>
          payments.fetchMultipleRefund(paymentId, { count: REFUNDS_AT_ONCE, skip }),
        );
        for (const refund of items) found.set(refund.id, refund);
        if (items.length < REFUNDS_AT_ONCE) break;
      }
      return [...found.values()].flatMap(({ isFailed, ...refund }) => (isFailed ? [] : [refund]));
    },
  };
}

type HttpClient = { defaults: { baseURL?: string; timeout?: number } };

/** The library has no setting for the timeout and the host; its axios instance has. Its types leave it out. */
function httpClientOf(razorpay: Razorpay): HttpClient {
  const { rq } = razorpay.api as unknown as { rq?: HttpClient };
  if (!rq?.defaults) throw new Error('This version of the package razorpay has no axios instance at api.rq');
  return rq;
}

/** The library throws `{ statusCode, error }` for an answer of the provider, and a TypeError without one. */
const Thrown = z.object({
  statusCode: z.coerce.number(),
  error: z.object({ description: z.string() }).partial().nullish(),
});

/** Checks an answer. Errors contain no key: the library's own may show the whole request. */
async function answered<S extends z.ZodType>(schema: S, call: () => Promise<unknown>): Promise<z.output<S>> {
  const answer = await call().catch((error: unknown) => {
    const thrown = Thrown.safeParse(error);
    if (!thrown.success) throw new ProviderUnavailable('The payment provider could not be reached');
    const { statusCode, error: problem } = thrown.data;
    const text = problem?.description ?? `status ${statusCode}`;
    // 401: wrong keys. An admin of the installation corrects them, so a later try may succeed.
    if (statusCode >= 500 || statusCode === 429 || statusCode === 401)
      throw new ProviderUnavailable(`The payment provider answered ${statusCode}`);
    throw new ProviderRefused(text);
  });
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new ProviderUnavailable('The payment provider sent an unknown answer');
  return parsed.data;
}
