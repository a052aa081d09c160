import type { SoldPlan, SubscriptionEvent } from './events.ts';
import { addPeriod } from './period.ts';
import type { SubscriptionStatus } from './vocabulary.ts';

/**
 * What a subscription has without its refunded payments: its end, as an instant, and the plan until then. `isBlocked`: a
 * super admin had ended it before the refunded payment, so that nothing is left until another payment or setting.
 */
export type Remaining = { endDate: string; plan: SoldPlan; isBlocked: boolean };

/** `startDate`: the start of the periods until now; a payment or renewal with another one began a new series. */
type Left = Remaining & { startDate: string };

/**
 * What is left of a subscription when its refunded payments give nothing. What a super admin gave stays: an extension is
 * added to the end that is left, and an end that was set stays as it was set. Of a refunded payment that began a new period,
 * its start is left, from which a later extension counts.
 *
 * @param refunded the provider's ids of the payments that were refunded in full
 * @returns null without a subscription
 */
export function withoutRefunded(
  events: readonly SubscriptionEvent[],
  refunded: ReadonlySet<string>,
): Remaining | null {
  const left = events.reduce<Left | null>((before, event) => after(before, event, refunded), null);
  return left && { endDate: left.endDate, plan: left.plan, isBlocked: left.isBlocked };
}

/** Whether a subscription of this status gives no access, also before its end. */
const isBlocking = (status: SubscriptionStatus) => status === 'expired' || status === 'pending';

function after(
  left: Left | null,
  { type, data }: SubscriptionEvent,
  refunded: ReadonlySet<string>,
): Left | null {
  if (type === 'SubscriptionGranted') {
    const isRefunded = data.paymentId !== null && refunded.has(data.paymentId);
    return { ...givenBy(data), endDate: isRefunded ? data.startDate : data.endDate };
  }
  if (left === null) return left;
  switch (type) {
    case 'SubscriptionPaid':
      if (!refunded.has(data.paymentId)) return givenBy(data);
      if (data.startDate === left.startDate) return left;
      return { ...left, startDate: data.startDate, endDate: data.startDate };
    case 'SubscriptionRenewed':
      return givenBy(data);
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
      // After an end at once, an extension counts from that moment, also when less was left.
      return data.immediate || data.endDate < left.endDate ? { ...left, endDate: data.endDate } : left;
    case 'SubscriptionExpired':
      return left;
    default:
      return data satisfies never;
  }
}

const givenBy = ({ startDate, endDate, plan }: Omit<Left, 'isBlocked'>): Left => ({
  startDate,
  endDate,
  plan,
  isBlocked: false,
});
