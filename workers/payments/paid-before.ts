import { fold } from '@crm/events/language/decider.ts';
import { subscriptionDecider } from '@crm/events/subscriptions/decide.ts';
import type { SubscriptionEvent } from '@crm/events/subscriptions/events.ts';

/**
 * The end that a subscription had before a payment continued it, without the periods of other refunded payments; null when it
 * began with a refunded payment.
 */
export function paidBefore(
  events: readonly SubscriptionEvent[],
  paymentId: string,
  refunded: ReadonlySet<string>,
): string | null {
  const at = events.findIndex(
    ({ type, data }) => type === 'SubscriptionPaid' && data.paymentId === paymentId,
  );
  const paid = events[at];
  if (paid?.type !== 'SubscriptionPaid') return null;
  const earlier = events.slice(0, at);
  const before = fold(subscriptionDecider, earlier);
  const latest = before.phase === 'present' ? before.paymentId : null;
  if (latest === null || !refunded.has(latest)) return paid.data.endDateBefore;
  return paidBefore(earlier, latest, refunded);
}
