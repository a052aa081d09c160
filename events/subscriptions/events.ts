import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';
import { oneOf } from '../language/field-errors.ts';
import { Instant } from '../language/instant.ts';
import { PlanTerms } from '../plans/events.ts';
import { periodTypes, subscriptionStatuses } from './vocabulary.ts';

export const SubscriptionStatus = oneOf(subscriptionStatuses);
export const PeriodType = oneOf(periodTypes);

/** A plan as it was sold. Later edits of the plan do not change it. */
export const SoldPlan = z.object({ id: z.guid(), edition: z.int(), terms: PlanTerms });
export type SoldPlan = z.infer<typeof SoldPlan>;

const period = { count: z.int(), type: PeriodType };

/** Each event with `endDate` has the end that applies after it: the expiry is scheduled from it. */
export const subscriptionEvents = {
  SubscriptionGranted: event(
    z.object({
      plan: SoldPlan,
      startDate: Instant,
      endDate: Instant,
      autoRenew: z.boolean(),
      /** Null without a payment. */
      paymentId: z.string().nullable(),
    }),
  ),
  /** After its end, with the terms that the plan has now. */
  SubscriptionRenewed: event(
    z.object({ plan: SoldPlan, startDate: Instant, endDate: Instant, endDateBefore: Instant, ...period }),
  ),
  /**
   * By a payment: one billing cycle of the ordered plan, from the end of the running period, or from the payment when none
   * runs.
   */
  SubscriptionPaid: event(
    z.object({
      plan: SoldPlan,
      startDate: Instant,
      endDate: Instant,
      endDateBefore: Instant,
      /** The payment provider's id. */
      paymentId: z.string(),
    }),
  ),
  SubscriptionExtended: event(
    z.object({
      endDate: Instant,
      endDateBefore: Instant,
      ...period,
      /** The status after it: an expired subscription whose new end is in the future is active again. */
      status: SubscriptionStatus,
    }),
  ),
  SubscriptionStatusSet: event(
    z.object({ from: SubscriptionStatus, to: SubscriptionStatus, endDate: Instant, endDateBefore: Instant }),
  ),
  /**
   * `endDate` is the moment of an immediate cancellation, else the end of the period that was paid. `plan`: the plan
   * until then, after a refund of another one.
   */
  SubscriptionCancelled: event(
    z.object({
      immediate: z.boolean(),
      reason: z.string().nullable(),
      endDate: Instant,
      endDateBefore: Instant,
      plan: SoldPlan.optional(),
    }),
  ),
  SubscriptionExpired: event(z.object({ endDate: Instant })),
};
export type SubscriptionEvent = EventOf<typeof subscriptionEvents>;
