import { expect, test } from 'vitest';
import { formatCompact, plural } from './count.ts';
import { relativeTime } from './date.ts';
import { formatMoney, formatSums, moneyOf, typedMinor } from './money.ts';
import { endOfDay, presetRange, startOfDay } from './presets.ts';
import { formatSize } from './size.ts';

test('formats money', () => {
  expect(formatMoney({ minor: 149_950, currency: 'USD' })).toBe('$1,499.50');
  expect(formatMoney(moneyOf(49.9, 'INR'))).toBe('₹49.90');
});

test('sums money per currency, exact to the cent', () => {
  expect(formatSums([moneyOf(0.1, 'INR'), moneyOf(0.2, 'INR'), moneyOf(5, 'USD')])).toBe('₹0.30 + $5.00');
});

test.each([
  ['49.9', 4990],
  [' 5. ', 500],
  ['0.05', 5],
  ['1.005', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('reads a typed amount of %j as %s minor units', (text, minor) => expect(typedMinor(text)).toBe(minor));

test('counts in words', () => {
  const leads = { one: '# lead waits', other: '# leads wait' };
  expect([0, 1, 2000].map((n) => plural(n, leads))).toEqual([
    '0 leads wait',
    '1 lead waits',
    '2,000 leads wait',
  ]);
});

test('formats sizes', () => {
  expect([900, 12_001, 2_400_000].map(formatSize)).toEqual(['900 B', '13 kB', '2.4 MB']);
});

test('shortens figures on cards', () => {
  expect([0, 999, 1000, 1249, 12_345].map(formatCompact)).toEqual(['0', '999', '1k', '1.2k', '12.3k']);
});

test("relative time changes from 'Just now' to a date", () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const before = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now);
  expect(before(-5)).toBe('Just now');
  expect(before(59)).toBe('Just now');
  expect(before(60)).toBe('1 minute ago');
  expect(before(59 * 60)).toBe('59 minutes ago');
  expect(before(3600)).toBe('1 hour ago');
  expect(before(6 * 86_400 + 5)).toBe('6 days ago');
  expect(before(7 * 86_400)).toBe('Nov 13, 2026');
});

test('converts date presets into day ranges', () => {
  const now = new Date(2026, 2, 3, 23, 30);
  expect(presetRange('today', now)).toEqual({ from: '2026-03-03', to: '2026-03-03' });
  expect(presetRange('yesterday', now)).toEqual({ from: '2026-03-02', to: '2026-03-02' });
  expect(presetRange('last_7_days', now)).toEqual({ from: '2026-02-25', to: '2026-03-03' });
  expect(presetRange('last_30_days', now)).toEqual({ from: '2026-02-02', to: '2026-03-03' });
  expect(presetRange('this_month', now)).toEqual({ from: '2026-03-01', to: '2026-03-03' });
  expect(presetRange('last_month', now)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

test('returns the first and last instant of a day in the local zone', () => {
  expect(startOfDay('2026-03-03')).toBe(new Date(2026, 2, 3).toISOString());
  expect(endOfDay('2026-03-03')).toBe(new Date(2026, 2, 3, 23, 59, 59, 999).toISOString());
  expect(startOfDay('03/03/2026')).toBeNull();
});
