import { type Refused, refused } from '@crm/platform/http/result.ts';
import { ProviderRefused, ProviderUnavailable } from '@crm/platform/payments/provider.ts';

/** Calls the provider and turns its expected failures into refusals. */
export async function askingProvider<T>(call: () => Promise<T>): Promise<T | Refused> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderRefused)
      return refused('payment-provider-refused', { errors: { payment: error.message } });
    if (error instanceof ProviderUnavailable)
      return refused('payment-provider-unavailable', { retryAfter: RETRY_AFTER_S });
    throw error;
  }
}

const RETRY_AFTER_S = 5;
