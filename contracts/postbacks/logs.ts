import { oneOf } from '@crm/events/language/field-errors.ts';
import { TriggerEvent } from '@crm/events/postbacks/vocabulary-schemas.ts';
import { PostbackLogRetention } from '@crm/events/tenants/log-retention.ts';
import { z } from 'zod';
import { BatchAnswer } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import {
  byId,
  dayOrInstant,
  filterText,
  flag,
  id,
  instant,
  nothing,
  pageQuery,
  searchText,
} from '../fields.ts';
import { logStatuses, responseClasses } from './log-vocabulary.ts';
import { PostbackCounts } from './postback.ts';

const LogStatus = oneOf(logStatuses);
const ResponseClass = oneOf(responseClasses);

/** The filters of the logs: status, event, response class, period, and a search for the lead. */
export const LogFilters = z.strictObject({
  status: LogStatus.optional(),
  event: TriggerEvent.optional(),
  response: ResponseClass.optional(),
  startDate: dayOrInstant.optional(),
  endDate: dayOrInstant.optional(),
  /** Order id, name or phone of the lead. */
  search: searchText,
});
export type LogFilters = z.infer<typeof LogFilters>;

const maybe = z.string().nullable();
const Headers = z.record(z.string(), z.string());

/** The maximum length of a response body in rows of the list, so that a page of 500 stays small; the details have all. */
export const ROW_BODY_LENGTH = 1_000;

/** One delivery: one event sent to one postback. Secrets in its request are masked. */
export const PostbackLog = z.object({
  _id: z.string(),
  /** The id of the event; equal in the deliveries to all postbacks. */
  eventId: z.string(),
  event: TriggerEvent,
  status: LogStatus,
  isSuccessful: z.boolean(),
  needsRetry: z.boolean(),
  /** Why it was suppressed, or why it failed without a response. */
  reason: maybe,
  postbackTemplate: z.object({ name: z.string(), url: z.string() }),
  /** Null after the lead was deleted. */
  lead: z
    .object({
      _id: z.string(),
      orderId: z.string(),
      fullName: z.string(),
      phone: z.string(),
      customerInfo: z.object({ name: z.string(), address: maybe }),
    })
    .nullable(),
  /** The last request and its response; empty texts before the first attempt. */
  requestMethod: z.string(),
  requestUrl: z.string(),
  userAgent: z.string(),
  requestHeaders: Headers,
  responseStatus: z.int().nullable(),
  responseHeaders: Headers.nullable(),
  responseBody: maybe,
  /** Whether the body is shorter than the received one. */
  responseCut: z.boolean(),
  /** Duration of the last attempt in milliseconds. */
  responseTime: z.int().nullable(),
  attemptNumber: z.int(),
  maxAttempts: z.int(),
  nextAttemptAt: instant.nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type PostbackLog = z.infer<typeof PostbackLog>;

const Attempt = z.object({
  attemptNumber: z.int(),
  at: instant,
  responseStatus: z.int().nullable(),
  responseTime: z.int().nullable(),
  /** Why there was no response. */
  error: maybe,
});

/** A delivery with the whole of its last request and response, as stored. */
export const PostbackLogDetails = PostbackLog.extend({
  /** The id in the server's log lines about this delivery and its cause; null when the event is not found. */
  correlationId: maybe,
  requestBody: maybe,
  /** The error that the response body describes, if any. */
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

/** The figures of the four cards, over the filtered deliveries. */
export const postbackStats = endpoint({
  method: 'GET',
  path: '/postbacks/:id/stats',
  params: byId,
  query: LogFilters,
  data: PostbackCounts.extend({
    totalFailed: z.int(),
    totalPending: z.int(),
    totalSuppressed: z.int(),
    /** Percentage of the ended deliveries that succeeded, to one decimal; 0 if none has ended. */
    successRate: z.number(),
    /** Percentage with more than one attempt, to one decimal. */
    retryRate: z.number(),
    /** Duration of the last attempts in milliseconds, rounded. */
    averageResponseTime: z.int(),
  }),
  ignoresBlankFilters: true,
});

/**
 * Retries failed deliveries: one (`logId`), or all that match the filters. With `dryRun`, nothing is sent and
 * `count` is their number.
 */
export const retryPostback = endpoint({
  method: 'POST',
  path: '/postbacks/:id/retry',
  params: byId,
  body: z.strictObject({
    logId: id.optional(),
    filters: LogFilters.extend({ search: filterText }).optional(),
    dryRun: flag.default(false),
  }),
  data: BatchAnswer.partial().extend({ count: z.int() }),
  statuses: [200, 202],
});

/**
 * Sends past events to a postback, oldest first, under the delivery ids that they had or would have had. With
 * `dryRun`, the batch only counts the matching events; its result is `{ count }`.
 */
export const backfillPostback = endpoint({
  method: 'POST',
  path: '/postbacks/:id/backfill',
  params: byId,
  body: z
    .strictObject({
      startDate: dayOrInstant,
      endDate: dayOrInstant,
      /** The maximum rate per second. */
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
  statuses: [200, 202],
});

/** The retention of logs. Deliveries that have not ended are kept at any age. */
const LogRetention = z.strictObject(PostbackLogRetention.shape);

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
