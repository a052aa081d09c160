import type { Pool } from 'pg';
import type { Config } from '../config/config.ts';
import { hmacSha256 } from '../http/signature.ts';
import { sealUnder } from '../secrets/seal.ts';
import type { PaymentProvider, ProviderCalls, StandIn } from './provider.ts';
import { openStandIn } from './stand-in.ts';

/**
 * Opens the provider of the configuration. The keys of the stand-in are derived from SECRET_KEY: all processes of an
 * installation have the same ones, and other people cannot sign with them. Only the provider in use is loaded.
 */
export async function openPaymentProvider(
  { payments, secretKey }: Pick<Config, 'payments' | 'secretKey'>,
  pool: Pool,
): Promise<PaymentProvider> {
  switch (payments.kind) {
    case 'razorpay': {
      const { openRazorpay } = await import('./razorpay.ts');
      return withSignatures(openRazorpay(payments), null, {
        key: payments.keyId,
        secret: payments.keySecret,
        webhookSecret: payments.webhookSecret,
      });
    }
    case 'test': {
      const keys = testKeys(secretKey);
      const standIn = openStandIn(pool, keys.secret);
      return withSignatures(standIn, standIn, keys);
    }
    default:
      return payments satisfies never;
  }
}

/** The settings that browsers may know: the public key, and whether payments are tests. */
export const checkoutOf = (payments: Config['payments']): { key: string; isTest: boolean } =>
  payments.kind === 'razorpay' ? { key: payments.keyId, isTest: false } : { key: TEST_KEY, isTest: true };

const TEST_KEY = 'rzp_test_local';

type Keys = { key: string; secret: string; webhookSecret: string };

function withSignatures(calls: ProviderCalls, standIn: StandIn | null, keys: Keys): PaymentProvider {
  const verify = hmacSha256(keys.secret);
  return {
    ...calls,
    standIn,
    key: keys.key,
    webhookSecret: keys.webhookSecret,
    provesCheckout: ({ orderId, paymentId, signature }) =>
      verify(Buffer.from(`${orderId}|${paymentId}`), signature),
  };
}

/** The keys of the test mode. */
export function testKeys(secretKey: string): Keys {
  const derive = (use: string) => sealUnder(secretKey).derive(['payments', use]).toString('hex');
  return { key: TEST_KEY, secret: derive('key secret'), webhookSecret: derive('webhook secret') };
}
