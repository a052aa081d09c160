import { expect, test } from 'vitest';
import { PLATFORM_TENANT, TenantId } from '../ids.ts';
import { fold } from '../language/decider.ts';
import { subscriptionDecider } from './decide.ts';
import type { SubscriptionEvent } from './events.ts';
import { subscriptionInfoAt } from './info.ts';
import { cancelled, end, granted, growth, statusSet } from './story.ts';

const tenant = TenantId.parse('7d0f5a10-0000-4000-8000-000000000000');
const before = '2026-02-27T10:00:00.001Z';

function infoAt(events: readonly SubscriptionEvent[], at: string, isAdmin = true) {
  const subscription = fold(subscriptionDecider, events);
  const present = subscription.phase === 'none' ? null : subscription;
  return subscriptionInfoAt(present, { tenant, isAdmin }, new Date(at));
}

test('an admin sees the plan as it was sold, and the days that are left, rounded up', () => {
  const { name, price, billingCycle } = growth.terms;
  expect(infoAt([granted()], before)).toEqual({
    subscriptionInfo: {
      status: 'active',
      planName: name,
      planPrice: price.minor / 100,
      billingCycle,
      endDate: end,
      daysRemaining: 1,
      hasAccess: true,
    },
    currentSubscription: tenant,
    currentPlan: growth.id,
  });
});

test('an operator sees neither the plan nor its price', () => {
  expect(infoAt([granted()], before, false)).toMatchObject({
    subscriptionInfo: { status: 'active', planName: null, planPrice: null, billingCycle: null, endDate: end },
    currentSubscription: tenant,
    currentPlan: null,
  });
});

test.each<[string, readonly SubscriptionEvent[], string, object]>([
  ['at its end', [granted()], end, { status: 'expired', daysRemaining: 0, hasAccess: false }],
  [
    'not paid',
    [granted(), statusSet({ to: 'pending' })],
    before,
    { status: 'pending', daysRemaining: 0, hasAccess: false },
  ],
  [
    'cancelled for its end',
    [granted(), cancelled()],
    before,
    { status: 'cancelled', daysRemaining: 1, hasAccess: true },
  ],
  ['cancelled, after its end', [granted(), cancelled()], end, { daysRemaining: 0, hasAccess: false }],
  ['missing', [], before, { status: 'none', endDate: null, daysRemaining: 0, hasAccess: true }],
])('a subscription that is %s', (_, events, at, info) => {
  expect(infoAt(events, at).subscriptionInfo).toMatchObject(info);
});

test('a super admin needs no subscription', () => {
  const own = subscriptionInfoAt(null, { tenant: PLATFORM_TENANT, isAdmin: false }, new Date(before));
  expect(own.subscriptionInfo).toMatchObject({ status: 'super_admin', hasAccess: true });
});
