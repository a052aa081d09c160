import { BillingCycle, PlanCurrency } from '@crm/events/plans/events.ts';
import { distinctFeatures } from '@crm/events/plans/features.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byId,
  flag,
  instant,
  nothing,
  optional,
  optionalText,
  priceOr,
  seenRevision,
  wholeUpTo,
} from '../fields.ts';
import { texts } from '../texts.ts';

/** A plan as visitors of the landing page see it. */
export const PlanOnSale = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  price: z.number(),
  currency: PlanCurrency,
  billingCycle: BillingCycle,
  /** The most leads in one billing period; null means unlimited. */
  maxLeads: z.int().nullable(),
  features: z.array(z.string()),
  featured: z.boolean(),
  /** Null means the landing page's own text. */
  buttonText: z.string().nullable(),
});
export type PlanOnSale = z.infer<typeof PlanOnSale>;

/** A plan as super admins see it. */
export const Plan = PlanOnSale.extend({
  isActive: z.boolean(),
  /** Counts the versions of its terms, from 1; a subscription keeps the one that it was sold with. */
  edition: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** The stream's revision; an edit with another revision is refused. */
  revision: z.int(),
});
export type Plan = z.infer<typeof Plan>;

const nameAndPrice = 'Name and price are required';
/** More do not fit into a plan's card. */
const MOST_FEATURES = 50;

/** The plan form's fields and texts, without defaults: in an edit, a missing field stays unchanged. */
const planFields = z.strictObject({
  name: z
    .string({ error: nameAndPrice })
    .trim()
    .min(1, { error: nameAndPrice })
    .max(100, { error: texts.atMost(100) }),
  description: optionalText(500),
  price: priceOr(nameAndPrice),
  currency: PlanCurrency,
  billingCycle: BillingCycle,
  maxLeads: optional(wholeUpTo(1_000_000_000)),
  /** Empty and repeated ones are dropped. */
  features: z
    .array(
      z
        .string({ error: 'Must be text' })
        .trim()
        .max(200, { error: texts.atMost(200) }),
    )
    .max(MOST_FEATURES, { error: `At most ${MOST_FEATURES} features` })
    .transform((features) => distinctFeatures(features).filter((feature) => feature !== '')),
  featured: flag,
  buttonText: optionalText(40),
  isActive: flag,
});

export const listPlans = endpoint({
  method: 'GET',
  path: '/super-admin/plans',
  query: z.strictObject({ isActive: flag.optional() }),
  data: z.array(Plan),
  ignoresBlankFilters: true,
});

export const getPlan = endpoint({
  method: 'GET',
  path: '/super-admin/plans/:id',
  params: byId,
  data: z.object({ plan: Plan }),
});

export const createPlan = endpoint({
  method: 'POST',
  path: '/super-admin/plans',
  body: planFields.partial({ description: true, maxLeads: true, buttonText: true }).extend({
    currency: PlanCurrency.default('USD'),
    billingCycle: BillingCycle.default('monthly'),
    features: planFields.shape.features.default([]),
    featured: flag.default(false),
    isActive: flag.default(true),
  }),
  data: z.object({ plan: Plan.pick({ _id: true, name: true }) }),
  statuses: [201],
});

/** Subscribers keep the terms that they bought until they renew. */
export const updatePlan = endpoint({
  method: 'PUT',
  path: '/super-admin/plans/:id',
  params: byId,
  body: planFields.partial().extend({ revision: seenRevision }),
  data: nothing,
});

export const deletePlan = endpoint({
  method: 'DELETE',
  path: '/super-admin/plans/:id',
  params: byId,
  data: nothing,
});

/** The active plans, for the landing page: no sign-in is needed. */
export const plansForSale = endpoint({
  method: 'GET',
  path: '/auth/get-plans',
  data: z.array(PlanOnSale),
});
