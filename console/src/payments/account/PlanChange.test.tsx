import { DAY_MS } from '@crm/events/subscriptions/period.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatDate } from '../../format/date.ts';
import { PlanChange } from './PlanChange.tsx';

const scale = { _id: 'b', name: 'Scale', billingCycle: 'weekly' } as const;
const now = Date.now();
const inDays = (days: number) => new Date(now + days * DAY_MS).toISOString();
const growth = {
  _id: 'a',
  edition: 1,
  name: 'Growth',
  price: 99,
  currency: 'USD' as const,
  billingCycle: 'monthly' as const,
  maxLeads: null,
  features: [],
};
const subscription = {
  planId: growth,
  status: 'active',
  startDate: inDays(-10),
  endDate: inDays(20),
} as const;
const shown = (more: object, plan: typeof scale | typeof growth = scale) =>
  renderToStaticMarkup(<PlanChange subscription={{ ...subscription, ...more }} plan={plan} />);

test('another plan is said to apply at once, also for the days that are paid, and until when it runs', () => {
  const text = `The plan changes to Scale at once, also for the 20 days that are already paid with Growth. It then runs until ${formatDate(inDays(27))}.`;
  expect(shown({})).toContain(text);
  expect(shown({ status: 'cancelled' })).toContain(text);
});

test('nothing changes early with the same plan, or when no period runs', () => {
  expect(shown({}, growth)).toBe('');
  expect(shown({ status: 'expired' })).toBe('');
  expect(shown({ endDate: inDays(-1) })).toBe('');
});
