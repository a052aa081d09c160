import { z } from 'zod';

/** The events that may give a subscription another end, or make it active again. */
export const endChanges = [
  'SubscriptionGranted',
  'SubscriptionRenewed',
  'SubscriptionPaid',
  'SubscriptionExtended',
  'SubscriptionStatusSet',
] as const;

/** The end that applies after an event of a subscription. */
export const Ending = z.object({ endDate: z.string() });
