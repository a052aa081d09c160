import { expect, test } from 'vitest';
import { choiceOf, contentOf, type ShownReport, searchOf } from './period.ts';

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
