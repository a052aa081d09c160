import { z } from 'zod';
import { TriggerEvent } from './vocabulary-schemas.ts';

export const POSTBACK_RETRY = 'postback-retry';

/** One delivery (logId), or all failed deliveries that were created before `before` and match the filters. */
export const PostbackRetryTask = z.object({
  postback: z.guid(),
  logId: z.guid().nullable(),
  event: TriggerEvent.nullable(),
  response: z.string().nullable(),
  from: z.iso.datetime().nullable(),
  before: z.iso.datetime(),
  leads: z.array(z.guid()).nullable(),
});
export type PostbackRetryTask = z.infer<typeof PostbackRetryTask>;

export const POSTBACK_BACKFILL = 'postback-backfill';

/** The task of a batch that sends the events of a period to a postback. */
export const PostbackBackfillTask = z.object({
  postback: z.guid(),
  from: z.iso.datetime(),
  before: z.iso.datetime(),
  perSecond: z.int().min(1),
  /** Counts the matching events and sends nothing. */
  dryRun: z.boolean(),
});
export type PostbackBackfillTask = z.infer<typeof PostbackBackfillTask>;
