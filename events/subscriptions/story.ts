import { storiesOf } from '../test/story.ts';
import { subscriptionDecider } from './decide.ts';
import type { SoldPlan, SubscriptionEvent } from './events.ts';

/** Test fixtures for billing subscriptions. */
export const given = storiesOf(subscriptionDecider);

type DataOf<Type extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: Type }>['data'];

export const growth: SoldPlan = {
  id: '2f6a1f0e-0000-4000-8000-000000000001',
  edition: 1,
  terms: {
    name: 'Growth',
    price: { minor: 9900, currency: 'USD' },
    billingCycle: 'monthly',
    maxLeads: 5000,
    features: ['Reports'],
  },
};
/** It runs from January 31 to February 28. */
export const start = '2026-01-31T10:00:00.000Z';
export const end = '2026-02-28T10:00:00.000Z';

export const granted = (more: Partial<DataOf<'SubscriptionGranted'>> = {}): SubscriptionEvent => ({
  type: 'SubscriptionGranted',
  data: { plan: growth, startDate: start, endDate: end, autoRenew: false, paymentId: null, ...more },
});
export const expired = (endDate = end): SubscriptionEvent => ({
  type: 'SubscriptionExpired',
  data: { endDate },
});
export const renewed = (more: Partial<DataOf<'SubscriptionRenewed'>> = {}): SubscriptionEvent => ({
  type: 'SubscriptionRenewed',
  data: {
    plan: growth,
    startDate: start,
    endDate: end,
    endDateBefore: end,
    count: 1,
    type: 'months',
    ...more,
  },
});
export const paid = (more: Partial<DataOf<'SubscriptionPaid'>> = {}): SubscriptionEvent => ({
  type: 'SubscriptionPaid',
  data: {
    plan: growth,
    startDate: start,
    endDate: end,
    endDateBefore: end,
    paymentId: 'pay_2',
    ...more,
  },
});
export const extended = (more: Partial<DataOf<'SubscriptionExtended'>> = {}): SubscriptionEvent => ({
  type: 'SubscriptionExtended',
  data: { endDate: end, endDateBefore: end, count: 1, type: 'months', status: 'active', ...more },
});
export const statusSet = (more: Partial<DataOf<'SubscriptionStatusSet'>> = {}): SubscriptionEvent => ({
  type: 'SubscriptionStatusSet',
  data: { from: 'active', to: 'pending', endDate: end, endDateBefore: end, ...more },
});
export const cancelled = (more: Partial<DataOf<'SubscriptionCancelled'>> = {}): SubscriptionEvent => ({
  type: 'SubscriptionCancelled',
  data: { immediate: false, reason: null, endDate: end, endDateBefore: end, ...more },
});
