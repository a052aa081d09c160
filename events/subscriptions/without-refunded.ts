import type { SoldPlan, SubscriptionEvent } from './events.ts';
import { addPeriod } from './period.ts';
import type { SubscriptionStatus } from './vocabulary.ts';

/**
 * What a subscription has without its refunded payments: its end, as an instant, and the plan until then. `isBlocked`: a
 * super admin had ended it before the refunded payment, so that nothing is left until another payment or setting.
 */
export type Remaining = { endDate: string; plan: SoldPlan; isBlocked: boolean };

/**
 * What is left of a subscription when its refunded payments give nothing. What a super admin gave stays: an extension is
 * added to the end that is left, and an end that was set stays as it was set.
 *
 * @param refunded the provider's ids of the payments that were refunded in full
 * @returns null without a subscription
 */
export function withoutRefunded(
  events: readonly SubscriptionEvent[],
  refunded: ReadonlySet<string>,
): Remaining | null {
  return events.reduce<Remaining | null>((left, event) => after(left, event, refunded), null);
}

/** Whether a subscription of this status gives no access, also before its end. */
const isBlocking = (status: SubscriptionStatus) => status === 'expired' || status === 'pending';

function after(
  left: Remaining | null,
  { type, data }: SubscriptionEvent,
  refunded: ReadonlySet<string>,
): Remaining | null {
  if (type === 'SubscriptionGranted') {
    const isRefunded = data.paymentId !== null && refunded.has(data.paymentId);
    return { endDate: isRefunded ? data.startDate : data.endDate, plan: data.plan, isBlocked: false };
  }
  if (left === null) return left;
  switch (type) {
    case 'SubscriptionPaid':
      return refunded.has(data.paymentId)
        ? left
        : { endDate: data.endDate, plan: data.plan, isBlocked: false };
    case 'SubscriptionRenewed':
      return { endDate: data.endDate, plan: data.plan, isBlocked: false };
    case 'SubscriptionExtended': {
      const { count, type: periodType } = data;
      const endDate = addPeriod(left.endDate, { count, type: periodType }).toISOString();
      return { ...left, endDate, isBlocked: isBlocking(data.status) };
    }
    case 'SubscriptionStatusSet': {
      const endDate = data.endDate === data.endDateBefore ? left.endDate : data.endDate;
      return { ...left, endDate, isBlocked: isBlocking(data.to) };
    }
    case 'SubscriptionCancelled':
      return data.endDate < left.endDate ? { ...left, endDate: data.endDate } : left;
    case 'SubscriptionExpired':
      return left;
    default:
      return data satisfies never;
  }
}
