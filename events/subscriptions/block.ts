import type { BlockingStatus } from '../tenants/events.ts';
import { daysLeft, statusAt } from './period.ts';
import type { ExistingSubscription, Subscription } from './state.ts';

/**
 * The status with which a subscription blocks its tenant at a time; null when it does not. A tenant that never had a
 * subscription works without limits (docs/decisions.md). A cancelled subscription serves its tenant until its end.
 */
export function blockingStatusAt(subscription: Subscription, now: Date): BlockingStatus | null {
  return subscription.phase === 'none' ? null : blockingStatusOf(subscription, now);
}

/** The same for an existing subscription. */
export function blockingStatusOf(
  subscription: Pick<ExistingSubscription, 'status' | 'endDate'>,
  now: Date,
): BlockingStatus | null {
  const status = statusAt(subscription, now);
  switch (status) {
    case 'active':
      return null;
    case 'pending':
      return 'none';
    case 'expired':
      return 'expired';
    case 'cancelled':
      return Date.parse(subscription.endDate) > now.getTime() ? null : 'expired';
    default:
      return status satisfies never;
  }
}

/** Days until the end of a subscription that serves its tenant, also a cancelled one; 0 while it blocks the tenant. */
export const daysServed = (
  subscription: Pick<ExistingSubscription, 'status' | 'endDate'>,
  now: Date,
): number => (blockingStatusOf(subscription, now) === null ? daysLeft(subscription.endDate, now) : 0);
