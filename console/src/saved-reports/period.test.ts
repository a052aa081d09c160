import { expect, test } from 'vitest';
import { choiceOf, contentOf, replacementOf, type ShownReport, searchOf } from './period.ts';

// 2026-11-22 is a Sunday; in Kolkata it is the 23rd already.
const now = new Date('2026-11-22T20:00:00Z');
const shown = (startDate: string, endDate: string): ShownReport => ({
  type: 'leads',
  startDate,
  endDate,
  filters: { country: 'IN' },
});
const saved = {
  ...{ _id: '1', name: 'Weekly', schedule: null, ended: null, lastMailing: null },
  ...{ createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z' },
};

test.each([
  ['2026-11-16', '2026-11-22', 'UTC', 'last_7_days'],
  ['2026-11-16', '2026-11-22', 'Asia/Kolkata', 'last_week'],
  ['2026-11-09', '2026-11-15', 'UTC', 'last_week'],
  ['2026-11-01', '2026-11-22', 'UTC', 'this_month'],
  ['2026-11-02', '2026-11-05', 'UTC', 'fixed'],
] as const)('the days %s to %s in %s are saved as %s', (start, end, zone, choice) =>
  expect(choiceOf(shown(start, end), now, zone)).toBe(choice),
);

test('a saved report opens with the days of today in the time zone, and with its filters', () => {
  const relative = { ...saved, ...contentOf(shown('', ''), 'last_month') };
  expect(searchOf(relative, now, 'UTC')).toBe(
    '?type=leads&startDate=2026-10-01&endDate=2026-10-31&country=IN',
  );
  const fixed = { ...saved, ...contentOf(shown('2026-01-01', '2026-01-31'), 'fixed') };
  expect(searchOf(fixed, now, 'UTC')).toBe('?type=leads&startDate=2026-01-01&endDate=2026-01-31&country=IN');
});

test.each([
  [
    'a month in which the shown days are also those of the last month',
    'fixed',
    '2026-10-01',
    '2026-10-31',
    '2026-11-22',
    'fixed',
  ],
  ['this month on its first day', 'this_month', '2026-11-01', '2026-11-01', '2026-11-01', 'this_month'],
  [
    'a week after which other days are shown',
    'last_7_days',
    '2026-11-01',
    '2026-11-22',
    '2026-11-22',
    'this_month',
  ],
] as const)('the shown report replaces the content of %s', (_, choice, startDate, endDate, day, becomes) => {
  const before = { ...saved, ...contentOf(shown(startDate, endDate), choice) };
  const after = { ...shown(startDate, endDate), filters: { status: 'hold' } };
  const content = replacementOf(before, after, new Date(`${day}T12:00:00Z`), 'UTC');
  expect(content).toEqual(contentOf(after, becomes));
});
