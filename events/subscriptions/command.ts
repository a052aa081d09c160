import type { SoldPlan } from './events.ts';
import type { PeriodType, SubscriptionStatus } from './vocabulary.ts';
import type { Remaining } from './without-refunded.ts';

/** `now` is the time of the command. */
export type SubscriptionCommand =
  | {
      type: 'GrantSubscription';
      plan: SoldPlan;
      startDate: string;
      endDate: string;
      autoRenew: boolean;
      paymentId: string | null;
    }
  /**
   * Gives one billing cycle of the plan, also to a tenant without a subscription.
   *
   * `at` is the time of the payment.
   */
  | { type: 'PaySubscription'; plan: SoldPlan; paymentId: string; at: Date }
  /** Without an end date, the current one stays. */
  | { type: 'SetSubscriptionStatus'; status: SubscriptionStatus; endDate?: string | undefined; now: Date }
  | { type: 'CancelSubscription'; immediate: boolean; reason: string | null; now: Date }
  /**
   * Takes back the period of a payment that was refunded in full. It ends the subscription only when its latest payment was
   * refunded, by this refund or an earlier one: at the end that is left without the refunded payments, or now. An end that
   * a super admin set stays; then only the plan from before the payment returns.
   */
  | {
      type: 'RefundSubscription';
      paymentId: string;
      /** The latest payment of the subscription, which was refunded. */
      latest: string;
      left: Remaining;
      now: Date;
    }
  /** `plan`: the terms of its plan now; null when the plan was deleted, and the sold terms continue. */
  | { type: 'RenewSubscription'; plan: SoldPlan | null; count: number; periodType: PeriodType; now: Date }
  | { type: 'ExtendSubscription'; count: number; periodType: PeriodType; now: Date }
  | { type: 'ExpireSubscription'; now: Date };

export type SubscriptionRefusal =
  | 'subscription-exists'
  | 'subscription-not-found'
  | 'subscription-not-active'
  | 'subscription-not-ended'
  | 'subscription-end-past'
  | 'subscription-end-early'
  | 'subscription-end-late';
