import { TriggerEvent } from '@crm/events/postbacks/vocabulary.ts';
import { z } from 'zod';
import { BatchAnswer } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { byId, flag, id, instant, nothing, pageQuery } from '../fields.ts';
import { PostbackCounts } from './postback.ts';

/** Spec 9, and `suppressed`: it was not sent, and `reason` says why. */
export const logStatuses = ['success', 'failed', 'pending', 'retry', 'suppressed'] as const;
const LogStatus = z.enum(logStatuses, { error: `Must be one of ${logStatuses.join(', ')}` });
/** What the partner answered last: by its first digit, or nothing at all. */
export const responseClasses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
const ResponseClass = z.enum(responseClasses, { error: `Must be one of ${responseClasses.join(', ')}` });

/** A day (YYYY-MM-DD, the whole of it in UTC) or an instant. */
const dayOrInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'Must be a date (YYYY-MM-DD) or a date and time',
});

/** The five filters of the logs: status, event, what the partner answered, a period, and whose lead it was. */
export const LogFilters = z.strictObject({
  status: LogStatus.optional(),
  event: TriggerEvent.optional(),
  response: ResponseClass.optional(),
  startDate: dayOrInstant.optional(),
  endDate: dayOrInstant.optional(),
  /** Order id, name or phone of the lead. */
  search: z.string().trim().max(200).optional(),
});
export type LogFilters = z.infer<typeof LogFilters>;

const maybe = z.string().nullable();

/** One delivery: one event told to one postback, in as many attempts as it took. */
export const PostbackLog = z.object({
  _id: z.string(),
  /** The event in the history; the same for every postback that hears of it. */
  eventId: z.string(),
  event: TriggerEvent,
  status: LogStatus,
  isSuccessful: z.boolean(),
  needsRetry: z.boolean(),
  /** Why it was suppressed, or failed before an answer came. */
  reason: maybe,
  postbackTemplate: z.object({ name: z.string(), url: z.string() }),
  /** Null once the lead was deleted. */
  lead: z
    .object({
      _id: z.string(),
      orderId: z.string(),
      fullName: z.string(),
      phone: z.string(),
      customerInfo: z.object({ name: z.string(), address: maybe }),
    })
    .nullable(),
  responseStatus: z.int().nullable(),
  /** Milliseconds of the last attempt. */
  responseTime: z.int().nullable(),
  attemptNumber: z.int(),
  maxAttempts: z.int(),
  nextAttemptAt: instant.nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type PostbackLog = z.infer<typeof PostbackLog>;

const Headers = z.record(z.string(), z.string());

const Attempt = z.object({
  attemptNumber: z.int(),
  at: instant,
  responseStatus: z.int().nullable(),
  responseTime: z.int().nullable(),
  /** Why no answer came. */
  error: maybe,
});

/** A delivery with what was said and answered last; secrets are masked. */
export const PostbackLogDetails = PostbackLog.extend({
  requestMethod: z.string(),
  requestUrl: z.string(),
  userAgent: z.string(),
  requestHeaders: Headers,
  requestBody: maybe,
  responseHeaders: Headers.nullable(),
  responseBody: maybe,
  /** The body was longer than what is kept of it. */
  responseCut: z.boolean(),
  /** Where the answer itself tells of an error. */
  errorDetails: z.object({ message: z.string(), apiError: maybe }).nullable(),
  /** Oldest first. */
  attempts: z.array(Attempt),
});
export type PostbackLogDetails = z.infer<typeof PostbackLogDetails>;

export const listLogs = endpoint({
  method: 'GET',
  path: '/postbacks/:id/logs',
  params: byId,
  query: LogFilters.extend(pageQuery),
  data: z.array(PostbackLog),
  paged: true,
});

export const getLog = endpoint({
  method: 'GET',
  path: '/postbacks/:id/logs/:logId',
  params: z.strictObject({ id, logId: id }),
  data: z.object({ log: PostbackLogDetails }),
});

/** The four cards, of the deliveries that the filters let through. */
export const postbackStats = endpoint({
  method: 'GET',
  path: '/postbacks/:id/stats',
  params: byId,
  query: LogFilters,
  data: PostbackCounts.extend({
    totalFailed: z.int(),
    totalPending: z.int(),
    totalSuppressed: z.int(),
    /** Percent of those that ended, to one decimal; 0 of none. */
    successRate: z.number(),
    /** Percent that took more than one attempt, to one decimal. */
    retryRate: z.number(),
    /** Milliseconds of the last attempts, rounded. */
    averageResponseTime: z.int(),
  }),
});

/**
 * Sends again what has failed: one delivery (`logId`), or all that the filters let through. With `dryRun` nothing is
 * sent and `count` tells how many there are.
 */
export const retryPostback = endpoint({
  method: 'POST',
  path: '/postbacks/:id/retry',
  params: byId,
  body: z.strictObject({
    logId: id.optional(),
    filters: LogFilters.optional(),
    dryRun: flag.default(false),
  }),
  data: BatchAnswer.partial().extend({ count: z.int() }),
});

/**
 * Sends what history holds for a postback, oldest first, with the ids that each delivery had or would have had. With
 * `dryRun` the batch counts the events that match and sends none; its result is `{ count }`.
 */
export const backfillPostback = endpoint({
  method: 'POST',
  path: '/postbacks/:id/backfill',
  params: byId,
  body: z
    .strictObject({
      startDate: dayOrInstant,
      endDate: dayOrInstant,
      /** At most this many a second. */
      perSecond: z
        .int({ error: 'Must be a whole number' })
        .min(1, { error: 'Must be from 1 to 1000' })
        .max(1000, { error: 'Must be from 1 to 1000' })
        .default(50),
      dryRun: flag.default(false),
    })
    .refine(({ startDate, endDate }) => startDate.slice(0, 10) <= endDate.slice(0, 10), {
      error: 'Must not be before the start date',
      path: ['endDate'],
    }),
  data: BatchAnswer,
});

/** How long logs are kept. Deliveries that have not ended are kept whatever their age. */
const LogRetention = z.strictObject({
  days: z
    .int({ error: 'Must be a whole number' })
    .min(1, { error: 'Must be from 1 to 3650' })
    .max(3650, { error: 'Must be from 1 to 3650' }),
  /** Of each postback; null for no such limit. */
  maxLogs: z
    .int({ error: 'Must be a whole number' })
    .min(1000, { error: 'Must be at least 1000' })
    .max(100_000_000, { error: 'Cannot exceed 100000000' })
    .nullable(),
});

export const getRetention = endpoint({
  method: 'GET',
  path: '/postbacks/log-retention',
  data: LogRetention.extend({ days: z.int(), maxLogs: z.int().nullable() }),
});

export const setRetention = endpoint({
  method: 'PUT',
  path: '/postbacks/log-retention',
  body: LogRetention,
  data: nothing,
});
