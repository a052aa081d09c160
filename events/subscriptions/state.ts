import type { SoldPlan } from './events.ts';
import type { SubscriptionStatus } from './vocabulary.ts';

/** The billing subscription of an organisation. Dates are instants; period.ts derives its status at a time. */
export type Subscription =
  | { phase: 'none' }
  | {
      phase: 'present';
      plan: SoldPlan;
      status: SubscriptionStatus;
      startDate: string;
      endDate: string;
      autoRenew: boolean;
      paymentId: string | null;
    };
export type ExistingSubscription = Exclude<Subscription, { phase: 'none' }>;
