import { refundPayment, retryPaymentGrant } from '@crm/contracts/payments/payments.ts';
import { PaymentId } from '@crm/events/ids.ts';
import type { PaymentCommand } from '@crm/events/payments/decide.ts';
import { paymentStream } from '@crm/events/streams.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { paymentCommand } from '../handle/aggregate-commands.ts';
import type { Deps } from '../handle/deps.ts';

/** A payment belongs to the organisation that it is for. */
async function plan({ store }: Deps, id: string, command: PaymentCommand) {
  const stream = paymentStream(PaymentId.parse(id));
  const [first] = await store.readStream(stream, { limit: 1 });
  if (!first) return refused('payment-order-not-found');
  // The archive names the charge, and nothing here says whose money that is.
  if (first.meta.imported && command.type === 'RequestRefund') return refused('payment-imported');
  return { stream, tenant: first.meta.tenant, command };
}

/**
 * Requests a refund, which workers/payments carries out. A full refund of the running period ends it. Refuses with
 * 'payment-order-not-found', 'payment-imported', 'payment-not-captured' and 'payment-not-refundable'.
 */
export const refund = paymentCommand({
  endpoint: refundPayment,
  policy: superAdmins,
  plan: ({ params, body }, deps) => plan(deps, params.id, { type: 'RequestRefund', reason: body.reason }),
  answer: () => ({ message: 'Refund requested', data: {} }),
});

/** Tries an activation again that had a problem. Refuses with 'payment-without-problem'. */
export const retryGrant = paymentCommand({
  endpoint: retryPaymentGrant,
  policy: superAdmins,
  plan: ({ params }, deps) => plan(deps, params.id, { type: 'RetryGrant' }),
  answer: () => ({ message: 'The activation is tried again', data: {} }),
});
