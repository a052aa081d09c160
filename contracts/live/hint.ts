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

/** `signed-out` is sent to the sockets of a revoked session before they are closed. */
export const HINT_EVENT = 'hint';
export const SIGNED_OUT_EVENT = 'signed-out';
/** Sent when hints may have been lost: the console refetches all visible data within about a second. */
export const READ_AGAIN_EVENT = 'read-again';
