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

test.each<[SubscriptionStatus, string, number]>([
  ['active', '2026-02-08T10:00:00.000Z', 20],
  ['cancelled', '2026-02-08T10:00:00.000Z', 20],
  ['cancelled', '2026-02-28T10:00:00.000Z', 0],
  ['expired', '2026-02-08T10:00:00.000Z', 0],
  ['pending', '2026-02-08T10:00:00.000Z', 0],
])('a subscription that is %s at %s has %s days left', (status, now, days) => {
  expect(usageOf({ ...row, status }, new Date(now))?.daysRemaining).toBe(days);
});
