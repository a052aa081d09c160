import { z } from 'zod';

/** Topics of changes. A hint does not contain the change: a console that shows such data refetches it. */
const topics = [
  'leads',
  'aside-leads',
  'mails',
  'approvals',
  'rejected-requests',
  'batches',
  'offers',
  'plans',
  'postbacks',
  'postback-logs',
  'users',
  'saved-reports',
  'sessions',
  'subscriptions',
  'payments',
  'tenant',
  'tenants',
  'api-keys',
  'audit',
  'views',
  'work',
] as const;
export const Topic = z.enum(topics);
export type Topic = z.infer<typeof Topic>;

/** One push, sent as the Socket.IO event `hint`. Several changes of a batch for one room are merged. */
export const Hint = z.object({
  topic: Topic,
  ids: z.array(z.string()),
  /**
   * The position that the read models have reached; compares as text. '' for changes without events
   * (deliveries).
   */
  position: z.string(),
});
export type Hint = z.infer<typeof Hint>;
