import { z } from 'zod';

/** What changed, not how: a console that shows any of it asks again. */
const topics = [
  'leads',
  'approvals',
  'batches',
  'offers',
  'postbacks',
  'postback-logs',
  'users',
  'tenant',
  'views',
] as const;
export const Topic = z.enum(topics);
export type Topic = z.infer<typeof Topic>;

/** One push, sent as the Socket.IO event `hint`. Several changes of one batch to one room come as one. */
export const Hint = z.object({
  topic: Topic,
  ids: z.array(z.string()),
  /** The place in history that the read models have reached, sorting as text; '' for what is no event (deliveries). */
  position: z.string(),
});
export type Hint = z.infer<typeof Hint>;

/** Sent as `signed-out` to the sockets of a session that was revoked, before they are closed. */
export const HINT_EVENT = 'hint';
export const SIGNED_OUT_EVENT = 'signed-out';
/** Sent when hints may have been lost: the console refetches all that it shows, within about a second. */
export const READ_AGAIN_EVENT = 'read-again';
