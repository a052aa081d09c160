import { PLATFORM_TENANT, type TenantId } from '../ids.ts';
import { fromMinor } from '../language/money.ts';
import type { BillingCycle } from '../plans/vocabulary.ts';
import { blockingStatusOf, daysServed } from './block.ts';
import { statusAt } from './period.ts';
import type { Subscription } from './state.ts';
import type { SubscriptionStatus } from './vocabulary.ts';

/** The billing subscription of a user's organisation, as the account of the user has it. */
type SubscriptionInfo = {
  /** 'none': the organisation never had one. 'super_admin': the user needs none. */
  status: SubscriptionStatus | 'none' | 'super_admin';
  /** The plan as it was sold; only for admins, who pay it. */
  planName: string | null;
  planPrice: number | null;
  billingCycle: BillingCycle | null;
  /** ISO text. */
  endDate: string | null;
  /** 0 while it blocks the organisation. */
  daysRemaining: number;
  /** False while the subscription blocks the organisation. */
  hasAccess: boolean;
};

type OwnSubscription = {
  subscriptionInfo: SubscriptionInfo;
  /** Ids; null without a subscription, and the plan's also for an operator. */
  currentSubscription: string | null;
  currentPlan: string | null;
};

type Terms = Pick<Extract<Subscription, { phase: 'present' }>, 'plan' | 'status' | 'endDate'>;

/** The billing subscription at a time, as a user's account shows it. @param subscription null without one */
export function subscriptionInfoAt(
  subscription: Terms | null,
  { tenant, isAdmin }: { tenant: TenantId; isAdmin: boolean },
  now: Date,
): OwnSubscription {
  if (!subscription) {
    const status = tenant === PLATFORM_TENANT ? 'super_admin' : 'none';
    const nothing = { planName: null, planPrice: null, billingCycle: null, endDate: null };
    const subscriptionInfo = { status, ...nothing, daysRemaining: 0, hasAccess: true } as const;
    return { subscriptionInfo, currentSubscription: null, currentPlan: null };
  }
  const { plan, endDate } = subscription;
  const { name, price, billingCycle } = plan.terms;
  const status = statusAt(subscription, now);
  return {
    subscriptionInfo: {
      status,
      planName: isAdmin ? name : null,
      planPrice: isAdmin ? fromMinor(price.minor) : null,
      billingCycle: isAdmin ? billingCycle : null,
      endDate,
      daysRemaining: daysServed(subscription, now),
      hasAccess: blockingStatusOf(subscription, now) === null,
    },
    // A subscription's id is its organisation's.
    currentSubscription: tenant,
    currentPlan: isAdmin ? plan.id : null,
  };
}
