import type { SoldPlan, SubscriptionEvent } from './events.ts';
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

/** The state after an event. */
export function evolve(subscription: Subscription, event: SubscriptionEvent): Subscription {
  if (event.type === 'SubscriptionGranted') return { phase: 'present', status: 'active', ...event.data };
  if (subscription.phase === 'none') return subscription;
  const { endDate } = event.data;
  switch (event.type) {
    case 'SubscriptionRenewed': {
      const { plan, startDate } = event.data;
      // Given by a super admin: a refund of an earlier payment does not end it.
      return { ...subscription, plan, startDate, endDate, status: 'active', paymentId: null };
    }
    case 'SubscriptionPaid':
      return { ...subscription, ...paidOf(event.data), status: 'active' };
    case 'SubscriptionExtended':
      return { ...subscription, endDate, status: event.data.status };
    case 'SubscriptionStatusSet':
      return { ...subscription, endDate, status: event.data.to };
    case 'SubscriptionCancelled':
      return {
        ...subscription,
        plan: event.data.plan ?? subscription.plan,
        endDate,
        status: 'cancelled',
        autoRenew: false,
      };
    case 'SubscriptionExpired':
      return { ...subscription, status: 'expired' };
    default:
      return event satisfies never;
  }
}

const paidOf = ({ plan, startDate, endDate, paymentId }: DataOf<'SubscriptionPaid'>) => ({
  plan,
  startDate,
  endDate,
  paymentId,
});
type DataOf<Type extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: Type }>['data'];
