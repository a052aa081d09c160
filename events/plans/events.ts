import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';
import { oneOf } from '../language/field-errors.ts';
import { billingCycles, planCurrencies } from './vocabulary.ts';

export const PlanCurrency = oneOf(planCurrencies);
export const BillingCycle = oneOf(billingCycles);

/** The price and the features of a plan. A billing subscription keeps a copy of the terms that it was sold with. */
export const PlanTerms = z.object({
  name: z.string(),
  /** `minor` is in whole minor units: 4999 for $49.99. */
  price: z.object({ minor: z.int(), currency: PlanCurrency }),
  billingCycle: BillingCycle,
  /** The most leads in one billing period; null means unlimited. */
  maxLeads: z.int32().nullable(),
  features: z.array(z.string()),
});
export type PlanTerms = z.infer<typeof PlanTerms>;

export const PlanDetails = PlanTerms.extend({
  description: z.string().nullable(),
  /** The text of the button on the landing page; null means its default. */
  buttonText: z.string().nullable(),
  /** Marked as 'Most Popular' on the landing page. */
  featured: z.boolean(),
  /** Only active plans are sold. */
  isActive: z.boolean(),
});
export type PlanDetails = z.infer<typeof PlanDetails>;

const edit = <S extends z.ZodType>(value: S) => z.object({ from: value, to: value }).optional();
const { shape } = PlanDetails;

/** Each changed field with its old and its new value. */
const PlanEdits = z.object({
  name: edit(shape.name),
  price: edit(shape.price),
  billingCycle: edit(shape.billingCycle),
  maxLeads: edit(shape.maxLeads),
  features: edit(shape.features),
  description: edit(shape.description),
  buttonText: edit(shape.buttonText),
  featured: edit(shape.featured),
  isActive: edit(shape.isActive),
});
export type PlanEdits = z.infer<typeof PlanEdits>;

export const planEvents = {
  PlanCreated: event(z.object({ details: PlanDetails })),
  PlanEdited: event(z.object({ changes: PlanEdits })),
  /** It is sold no longer; subscriptions keep their copy of its terms. */
  PlanDeleted: event(z.object({})),
};
export type PlanEvent = EventOf<typeof planEvents>;
