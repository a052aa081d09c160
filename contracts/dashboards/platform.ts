import { PlanCurrency } from '@crm/events/plans/events.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, nothing, optionalText } from '../fields.ts';
import { tenantStatuses } from '../tenants/vocabulary.ts';

/** How far a consumer is behind the newest event. */
const Lag = z.object({
  name: z.string(),
  /** 'building': its rows are being filled beside the live ones, or for the first time. */
  state: z.enum(['live', 'building']),
  /** Events that it has not applied, at most MOST_LAG_COUNTED. */
  events: z.int(),
  /** The age of the oldest of them; 0 without any. */
  seconds: z.int(),
});

const DeadLetter = z.object({
  _id: z.string(),
  consumer: z.string(),
  type: z.string(),
  stream: z.string(),
  /** Contains no data of the event. */
  error: z.string(),
  attempts: z.int(),
  since: instant,
  /** Later events that wait behind it. */
  held: z.int(),
  isRetrying: z.boolean(),
});

/** The state of the installation now; needs no read model. */
export const SystemOverview = z.object({
  consumers: z.array(Lag),
  /** Failed events; `deadLetters` has the first ones. */
  failedEvents: z.int(),
  deadLetters: z.array(DeadLetter),
  /** Requests to partners of the last 24 hours that ended. */
  deliveries: z.object({
    success: z.int(),
    failed: z.int(),
    /** Percentage, to one decimal; null without deliveries. */
    rate: z.number().nullable(),
  }),
});
export type SystemOverview = z.infer<typeof SystemOverview>;

export const systemOverview = endpoint({
  method: 'GET',
  path: '/super-admin/system-overview',
  data: SystemOverview,
});

/** The figures of the installation; docs/figures.md defines each. */
export const PlatformAnalytics = z.object({
  tenants: z.record(z.enum(tenantStatuses), z.int()),
  /** The last 30 days in UTC, the newest last; each day is present. */
  leadsByDay: z.array(z.object({ date: z.iso.date(), leads: z.int() })),
  /** The last twelve months in UTC with a payment, the newest first. Currencies are never added up. */
  revenueByMonth: z.array(
    z.object({
      /** 2026-11 */
      month: z.string(),
      currency: PlanCurrency,
      payments: z.int(),
      amount: z.number(),
      /** Of these payments. */
      refunded: z.number(),
    }),
  ),
});
export type PlatformAnalytics = z.infer<typeof PlatformAnalytics>;

export const platformAnalytics = endpoint({
  method: 'GET',
  path: '/super-admin/analytics',
  data: PlatformAnalytics,
});

/** Applies failed events again: those of one consumer, or all. Refuses with 'no-dead-letters'. */
export const retryDeadLetters = endpoint({
  method: 'POST',
  path: '/super-admin/dead-letters/retry',
  body: z.strictObject({ consumer: optionalText(100) }),
  data: nothing,
});
