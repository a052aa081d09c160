import type { SoldPlan, SubscriptionEvent } from './events.ts';
import { addPeriod } from './period.ts';

/** What a subscription has without its refunded payments: its end, as an instant, and the plan until then. */
export type Remaining = { endDate: string; plan: SoldPlan };

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

function after(
  left: Remaining | null,
  { type, data }: SubscriptionEvent,
  refunded: ReadonlySet<string>,
): Remaining | null {
  if (type === 'SubscriptionGranted') {
    const isRefunded = data.paymentId !== null && refunded.has(data.paymentId);
    return { endDate: isRefunded ? data.startDate : data.endDate, plan: data.plan };
  }
  if (left === null) return left;
  switch (type) {
    case 'SubscriptionPaid':
      return refunded.has(data.paymentId) ? left : { endDate: data.endDate, plan: data.plan };
    case 'SubscriptionRenewed':
      return { endDate: data.endDate, plan: data.plan };
    case 'SubscriptionExtended': {
      const { count, type: periodType } = data;
      return { ...left, endDate: addPeriod(left.endDate, { count, type: periodType }).toISOString() };
    }
    case 'SubscriptionStatusSet':
      return data.endDate === data.endDateBefore ? left : { ...left, endDate: data.endDate };
    case 'SubscriptionCancelled':
      return data.endDate < left.endDate ? { ...left, endDate: data.endDate } : left;
    case 'SubscriptionExpired':
      return left;
    default:
      return data satisfies never;
  }
}
