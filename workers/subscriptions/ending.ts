import { z } from 'zod';

/**
 * The events that may give a subscription another end, or make it active again. After an import, what is due from then on
 * is scheduled by its last event.
 */
export const endChanges = [
  'SubscriptionGranted',
  'SubscriptionRenewed',
  'SubscriptionPaid',
  'SubscriptionExtended',
  'SubscriptionStatusSet',
  'TenantImported',
] as const;

/** The end that applies after an event of a subscription; null for an imported organisation without one. */
export const Ending = z.object({ endDate: z.string().nullable() });
