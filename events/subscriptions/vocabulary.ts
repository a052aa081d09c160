// Apart from the schemas: the console shows subscriptions without loading zod.

export const subscriptionStatuses = ['active', 'pending', 'expired', 'cancelled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The units in which a super admin extends and renews. */
export const periodTypes = ['months', 'years'] as const;
export type PeriodType = (typeof periodTypes)[number];
export type Period = { count: number; type: PeriodType };
