import { expect, test } from 'vitest';
import { addCycleAfter, addPeriod, billingPeriod, daysLeft, statusAt } from './period.ts';

test.each([
  ['2026-01-31', 1, 'months', '2026-02-28'],
  ['2024-01-31', 1, 'months', '2024-02-29'],
  ['2026-01-31', 3, 'months', '2026-04-30'],
  ['2026-12-31', 2, 'months', '2027-02-28'],
  ['2024-02-29', 1, 'years', '2025-02-28'],
  ['2024-02-29', 4, 'years', '2028-02-29'],
  ['2026-02-28', 1, 'months', '2026-03-28'],
] as const)('%s plus %i %s is %s, at the same time of day', (from, count, type, to) => {
  const added = addPeriod(`${from}T23:59:59.999Z`, { count, type });
  expect(added.toISOString()).toBe(`${to}T23:59:59.999Z`);
});

test.each([
  ['2026-01-31', '2026-02-28', 'monthly', '2026-03-31'],
  ['2026-01-31', '2026-03-31', 'monthly', '2026-04-30'],
  ['2026-01-30', '2026-02-28', 'monthly', '2026-03-30'],
  ['2026-01-31', '2026-02-27', 'monthly', '2026-03-27'],
  ['2026-01-28', '2026-02-28', 'monthly', '2026-03-28'],
  ['2026-01-31', '2026-02-28', 'weekly', '2026-03-07'],
  ['2024-02-29', '2027-02-28', 'yearly', '2028-02-29'],
] as const)('a subscription from %s to %s that goes on %s ends on %s', (start, end, cycle, to) => {
  const at = (day: string) => `${day}T10:00:00.000Z`;
  const after = addCycleAfter({ startDate: at(start), endDate: at(end) }, cycle);
  expect(after.toISOString()).toBe(at(to));
});

test.each([
  ['2026-03-01T10:00:00.001Z', 2],
  ['2026-03-01T10:00:00.000Z', 1],
  ['2026-02-28T10:00:01.000Z', 1],
  ['2026-02-28T10:00:00.000Z', 0],
  ['2026-02-01T00:00:00.000Z', 0],
])('on February 28 at 10:00, a subscription until %s has %i days left', (end, days) => {
  expect(daysLeft(end, new Date('2026-02-28T10:00:00.000Z'))).toBe(days);
});

test.each([
  ['monthly', '2026-01-31T10:00:00.000Z', '2026-01-31T10:00:00.000Z'],
  ['monthly', '2026-02-28T09:59:59.999Z', '2026-01-31T10:00:00.000Z'],
  ['monthly', '2026-02-28T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['monthly', '2026-03-30T00:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['monthly', '2027-01-31T10:00:00.000Z', '2027-01-31T10:00:00.000Z'],
  ['yearly', '2027-01-31T09:59:59.999Z', '2026-01-31T10:00:00.000Z'],
  ['yearly', '2028-12-01T00:00:00.000Z', '2028-01-31T10:00:00.000Z'],
  ['weekly', '2026-02-14T09:59:59.999Z', '2026-02-07T10:00:00.000Z'],
  ['weekly', '2026-02-14T10:00:00.000Z', '2026-02-14T10:00:00.000Z'],
  ['monthly', '2026-01-01T00:00:00.000Z', '2026-01-31T10:00:00.000Z'],
] as const)('the %s period at %s of a subscription from January 31 began at %s', (cycle, now, began) => {
  const { start } = billingPeriod('2026-01-31T10:00:00.000Z', cycle, new Date(now));
  expect(start.toISOString()).toBe(began);
});

test('an active subscription is expired from its end on; other statuses stay', () => {
  const endDate = '2026-02-28T10:00:00.000Z';
  const before = new Date('2026-02-28T09:59:59.999Z');
  expect(statusAt({ status: 'active', endDate }, before)).toBe('active');
  expect(statusAt({ status: 'active', endDate }, new Date(endDate))).toBe('expired');
  expect(statusAt({ status: 'pending', endDate }, new Date(endDate))).toBe('pending');
});
