import { growth } from '@crm/events/subscriptions/story.ts';
import type { SubscriptionStatus } from '@crm/events/subscriptions/vocabulary.ts';
import { expect, test } from 'vitest';
import { usageOf } from './subscription.ts';

const row = {
  plan: growth,
  start_date: new Date('2026-01-31T10:00:00.000Z'),
  end_date: new Date('2026-02-28T10:00:00.000Z'),
  periods: null,
  aside: 0,
};

const periods = { '2026-01-31T10:00:00.000Z': { leads: 7, limited: 5 } };

test.each(['2026-02-28T09:59:59.999Z', '2026-02-28T10:00:00.000Z', '2026-06-01T10:00:00.000Z'])(
  'the used leads at %s are those of the last billing period of a subscription until February 28',
  (now) => {
    expect(usageOf({ ...row, periods, status: 'active' }, new Date(now))?.usedLeads).toBe(5);
  },
);

test.each<[SubscriptionStatus, string, number]>([
  ['active', '2026-02-08T10:00:00.000Z', 20],
  ['cancelled', '2026-02-08T10:00:00.000Z', 20],
  ['cancelled', '2026-02-28T10:00:00.000Z', 0],
  ['expired', '2026-02-08T10:00:00.000Z', 0],
  ['pending', '2026-02-08T10:00:00.000Z', 0],
])('a subscription that is %s at %s has %s days left', (status, now, days) => {
  expect(usageOf({ ...row, status }, new Date(now))?.daysRemaining).toBe(days);
});
