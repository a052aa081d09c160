import type { SubscriptionStatus } from '@crm/events/subscriptions/vocabulary.ts';

/** The names of the statuses of a subscription, in English. */
export const subscriptionStatusTexts: Record<SubscriptionStatus, string> = {
  active: 'Active',
  pending: 'Pending',
  expired: 'Expired',
  cancelled: 'Cancelled',
};
