import { expect, test } from 'vitest';
import { formatAxis, formatCompact, plural } from './count.ts';
import { relativeTime } from './date.ts';
import { instantOfInput, localInput } from './localInput.ts';
import { formatMoney, formatSums, moneyOf, typedMinor } from './money.ts';
import { type DatePreset, deviceZone, instantsOf, presetPeriod } from './period.ts';
import { formatSize } from './size.ts';

test('formats money', () => {
  expect(formatMoney({ minor: 149_950, currency: 'USD' })).toBe('$1,499.50');
  expect(formatMoney(moneyOf(49.9, 'INR'))).toBe('₹49.90');
  expect(formatMoney(moneyOf(12_345, 'AED'))).toBe('AED 12,345.00');
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

test('shows the steps of an axis without rounding them together', () => {
  expect([0, 350, 1050, 1400, 12_500, 2_000_000].map(formatAxis)).toEqual([
    '0',
    '350',
    '1.05K',
    '1.4K',
    '12.5K',
    '2M',
  ]);
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

test('converts date presets into periods of a zone', () => {
  // In Kolkata it is 3 March, 23:30.
  const now = new Date('2026-03-03T18:00:00Z');
  const zone = 'Asia/Kolkata';
  const preset = (name: DatePreset) => presetPeriod(name, now, zone);
  expect(preset('today')).toEqual({ from: '2026-03-03', to: '2026-03-03', zone });
  expect(preset('yesterday')).toEqual({ from: '2026-03-02', to: '2026-03-02', zone });
  expect(preset('last_7_days')).toEqual({ from: '2026-02-25', to: '2026-03-03', zone });
  expect(preset('last_30_days')).toEqual({ from: '2026-02-02', to: '2026-03-03', zone });
  expect(preset('this_month')).toEqual({ from: '2026-03-01', to: '2026-03-03', zone });
  expect(preset('last_month')).toEqual({ from: '2026-02-01', to: '2026-02-28', zone });
  expect(presetPeriod('today', now, 'Pacific/Auckland').from).toBe('2026-03-04');
});

test.each([
  ['Asia/Kolkata', '2026-03-03', '2026-03-02T18:30:00.000Z', '2026-03-03T18:29:59.999Z'],
  // 23 and 25 hours, by the change to and from summer time.
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  // The clocks go from 0:00 to 1:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
])('in %s the day %s is from %s to %s', (zone, day, startDate, endDate) => {
  expect(instantsOf({ from: day, to: day, zone })).toEqual({ startDate, endDate });
});

test("in the device's zone, a day is that of its clock", () => {
  expect(instantsOf({ from: '2026-03-03', to: '', zone: deviceZone() })).toEqual({
    startDate: new Date(2026, 2, 3).toISOString(),
  });
});

test('an empty or invalid day is no limit', () => {
  expect(instantsOf({ from: '', to: '03/03/2026', zone: 'UTC' })).toEqual({});
  expect(instantsOf({ from: '2026-13-01', to: '', zone: 'UTC' })).toEqual({});
  expect(instantsOf({ from: '2026-02-30', to: '', zone: 'UTC' })).toEqual({});
});

test.each(['0000-01-01', '0001-01-01', '0002-03-05', '0099-12-31', '9999-12-31'])(
  'the day %s, as while its year is typed, has instants',
  (day) => {
    for (const zone of ['Asia/Kolkata', 'America/New_York'])
      expect(Object.keys(instantsOf({ from: day, to: day, zone }))).toEqual(['startDate', 'endDate']);
  },
);

test('a day of the first centuries begins at the local mean time', () => {
  expect(instantsOf({ from: '0002-03-05', to: '', zone: 'Asia/Kolkata' })).toEqual({
    startDate: '0002-03-04T18:06:32.000Z',
  });
});

test('an input of date and time has a minute of the device, and keeps a text that is no time', () => {
  const minute = new Date(2026, 10, 20, 16, 5);
  expect(localInput(minute)).toBe('2026-11-20T16:05');
  expect(instantOfInput('2026-11-20T16:05')).toBe(minute.toISOString());
  expect(instantOfInput('')).toBe('');
});
