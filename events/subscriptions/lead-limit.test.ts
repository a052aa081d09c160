import { describe, expect, test } from 'vitest';
import { TenantId } from '../ids.ts';
import { subscriptionDecider } from './decide.ts';
import { endedLeadSeries, leadLimitAt, leadQuota, limitText } from './lead-limit.ts';
import { billingPeriod } from './period.ts';
import { end, granted, growth, start } from './story.ts';

const none = subscriptionDecider.initialState;
const subscribed = (more: Parameters<typeof granted>[0] = {}) =>
  subscriptionDecider.evolve(none, granted(more));
const at = (time: string) => new Date(time);

describe('the limit of leads', () => {
  test('is that of the plan, in the billing period of the moment', () => {
    const endDate = '2026-03-31T10:00:00.000Z';
    const subscription = subscribed({ startDate: '2026-01-31T10:00:00.000Z', endDate });
    expect(leadLimitAt(subscription, at('2026-02-28T09:59:59.999Z'))).toEqual({
      maxLeads: 5000,
      periodStart: '2026-01-31T10:00:00.000Z',
      periodEnd: '2026-02-28T10:00:00.000Z',
    });
    expect(leadLimitAt(subscription, at('2026-02-28T10:00:00.000Z'))?.periodStart).toBe(
      '2026-02-28T10:00:00.000Z',
    );
  });
  test('stays that of the last period when the subscription ends', () => {
    const [subscription, last] = [subscribed(), { periodStart: start, periodEnd: end }];
    expect(leadLimitAt(subscription, at(end))).toMatchObject(last);
    expect(leadLimitAt(subscription, at('2026-06-01T10:00:00.000Z'))).toMatchObject(last);
    const cancelledAtOnce = subscribed({ endDate: start });
    expect(leadLimitAt(cancelledAtOnce, at(start))).toMatchObject(last);
  });
  test('does not exist without a subscription, and with a plan without one', () => {
    const unlimited = { ...growth, terms: { ...growth.terms, maxLeads: null } };
    expect(leadLimitAt(none, new Date())).toBeNull();
    expect(leadLimitAt(subscribed({ plan: unlimited }), new Date())).toBeNull();
  });
  test('is named with its period', () =>
    expect(
      limitText({
        maxLeads: 5000,
        periodStart: '2026-11-01T00:00:00.000Z',
        periodEnd: '2026-12-01T00:00:00.000Z',
      }),
    ).toBe('The lead limit is reached: the plan allows 5,000 leads from 2026-11-01 to 2026-12-01'));
});

test('the places of a period are over a year and a day after its start, and not before', () => {
  const tenant = TenantId.parse('a0000000-0000-4000-8000-000000000001');
  const periodStart = '2024-02-29T10:00:00.000Z';
  const { series } = leadQuota(tenant, { maxLeads: 5, periodStart, periodEnd: '2025-02-28T10:00:00.000Z' });
  const isOver = (now: string) => {
    const { from, before } = endedLeadSeries(at(now));
    return series >= from && series < before;
  };
  expect(isOver('2025-03-01T10:00:00.000Z')).toBe(false);
  expect(isOver('2025-03-03T10:00:00.000Z')).toBe(true);
});

test('each billing period begins where the one before it ends', () => {
  for (const cycle of ['weekly', 'monthly', 'yearly'] as const) {
    let now = at('2024-01-31T10:00:00.000Z');
    for (let period = 0; period < 30; period += 1) {
      const { start, end } = billingPeriod('2024-01-31T10:00:00.000Z', cycle, now);
      expect(start).toEqual(now);
      expect(billingPeriod('2024-01-31T10:00:00.000Z', cycle, new Date(end.getTime() - 1)).start).toEqual(
        start,
      );
      now = end;
    }
  }
});
