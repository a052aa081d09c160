import { BillingCycle, PlanCurrency } from '@crm/events/plans/events.ts';
import { PeriodType, SubscriptionStatus } from '@crm/events/subscriptions/events.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byId,
  dayOrInstant,
  flag,
  instant,
  isDay,
  nothing,
  optionalText,
  seenRevision,
  wholeUpTo,
} from '../fields.ts';

/** The billing subscription of an organisation. */
export const Subscription = z.object({
  /** The organisation's id: it has at most one subscription. */
  _id: z.string(),
  organizationName: z.string(),
  /** The organisation's first admin; null when it has none any more. */
  userId: z
    .object({
      _id: z.string(),
      fullName: z.string(),
      email: z.string(),
      username: z.string(),
      isActive: z.boolean(),
    })
    .nullable(),
  /** The terms that it was sold with, which may differ from those of the plan today. */
  planId: z.object({
    _id: z.string(),
    edition: z.int(),
    name: z.string(),
    price: z.number(),
    currency: PlanCurrency,
    billingCycle: BillingCycle,
    /** Null means unlimited. */
    maxLeads: z.int().nullable(),
    features: z.array(z.string()),
  }),
  status: SubscriptionStatus,
  startDate: instant,
  endDate: instant,
  autoRenew: z.boolean(),
  createdAt: instant,
  paymentId: z.string().optional(),
  /** The stream's revision; a change with another revision is refused. */
  revision: z.int(),
});
export type Subscription = z.infer<typeof Subscription>;

/** An instant, or a day: then its last moment in UTC. */
const endDate = dayOrInstant.transform((text) =>
  new Date(isDay(text) ? `${text}T23:59:59.999Z` : text).toISOString(),
);

/** A hundred years; the latest end of a subscription is decided by its rules. */
const period = wholeUpTo(1200);

export const listSubscribers = endpoint({
  method: 'GET',
  path: '/super-admin/subscribers/',
  data: z.object({ subscriptions: z.array(Subscription) }),
});

export const setSubscriptionStatus = endpoint({
  method: 'PUT',
  path: '/super-admin/subscriptions/:id/status',
  params: byId,
  body: z.strictObject({ status: SubscriptionStatus, endDate: endDate.optional(), revision: seenRevision }),
  data: nothing,
});

/** Ends it now, or with `immediate: false` at the end of the paid period. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/super-admin/subscriptions/:id/cancel',
  params: byId,
  body: z.strictObject({ immediate: flag.default(true), reason: optionalText(500), revision: seenRevision }),
  data: nothing,
});

export const renewSubscription = endpoint({
  method: 'POST',
  path: '/super-admin/subscriptions/:id/renew',
  params: byId,
  body: z.strictObject({
    duration: period.default(1),
    durationType: PeriodType.default('months'),
    revision: seenRevision,
  }),
  data: nothing,
});

export const extendSubscription = endpoint({
  method: 'POST',
  path: '/super-admin/subscriptions/:id/extend',
  params: byId,
  body: z.strictObject({
    extensionPeriod: period.default(1),
    extensionType: PeriodType.default('months'),
    revision: seenRevision,
  }),
  data: nothing,
});
