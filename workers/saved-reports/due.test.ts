import { expect, test } from 'vitest';
import { newestDue } from './due.ts';

type Schedule = Parameters<typeof newestDue>[0];
const daily = (hour: number): Schedule => ({ rhythm: { every: 'day' }, hour });
const weekly = (day: number, hour: number): Schedule => ({ rhythm: { every: 'week', day }, hour });
const monthly = (day: number, hour: number): Schedule => ({ rhythm: { every: 'month', day }, hour });

test.each([
  [
    'before the hour of the day, it was due the day before',
    daily(9),
    'Asia/Kolkata',
    '2026-11-22T03:29:59Z',
    '2026-11-21T03:30:00Z',
  ],
  ['at the hour', daily(9), 'Asia/Kolkata', '2026-11-22T03:30:00Z', '2026-11-22T03:30:00Z'],
  [
    'in a zone that is 45 minutes off',
    daily(0),
    'Asia/Kathmandu',
    '2026-11-22T20:00:00Z',
    '2026-11-22T18:15:00Z',
  ],
  [
    'on the weekday of the zone, not of UTC',
    weekly(1, 1),
    'Pacific/Auckland',
    '2026-11-22T12:00:00Z',
    '2026-11-22T12:00:00Z',
  ],
  ['a week off: the newest Monday', weekly(1, 9), 'UTC', '2026-11-29T10:00:00Z', '2026-11-23T09:00:00Z'],
  ['on Sundays', weekly(7, 9), 'UTC', '2026-11-24T10:00:00Z', '2026-11-22T09:00:00Z'],
  [
    'on the last day of a shorter month',
    monthly(31, 8),
    'UTC',
    '2026-03-01T00:00:00Z',
    '2026-02-28T08:00:00Z',
  ],
  ['and on day 31 again', monthly(31, 8), 'UTC', '2026-03-31T07:59:00Z', '2026-02-28T08:00:00Z'],
  ['in a leap year', monthly(30, 8), 'UTC', '2028-03-05T00:00:00Z', '2028-02-29T08:00:00Z'],
  // 2026-03-29 in Berlin: 01:59 +01:00 is followed by 03:00 +02:00.
  [
    'an hour that the clocks skip is the next instant',
    daily(2),
    'Europe/Berlin',
    '2026-03-29T06:00:00Z',
    '2026-03-29T01:00:00Z',
  ],
  ['the hour after a skipped one', daily(3), 'Europe/Berlin', '2026-03-29T06:00:00Z', '2026-03-29T01:00:00Z'],
  ['the day after', daily(2), 'Europe/Berlin', '2026-03-30T06:00:00Z', '2026-03-30T00:00:00Z'],
  // 2026-10-25 in Berlin: 02:59 +02:00 is followed by 02:00 +01:00.
  [
    'of an hour that comes twice, the first',
    daily(2),
    'Europe/Berlin',
    '2026-10-25T00:00:00Z',
    '2026-10-25T00:00:00Z',
  ],
  ['and not again an hour later', daily(2), 'Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T00:00:00Z'],
  ['where midnight is skipped', daily(0), 'Africa/Cairo', '2026-04-24T00:00:00Z', '2026-04-23T22:00:00Z'],
  [
    'clocks that change by half an hour',
    daily(2),
    'Australia/Lord_Howe',
    '2026-10-03T18:00:00Z',
    '2026-10-03T15:30:00Z',
  ],
])('%s', (_, schedule, timeZone, now, due) =>
  expect(newestDue(schedule, timeZone, new Date(now)).at.toISOString()).toBe(new Date(due).toISOString()),
);

test('each day around a change of the clocks has exactly one due time, in order', () => {
  const changes = [
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Africa/Cairo', '2026-10-30'],
  ] as const;
  const DAY_MS = 24 * 3_600_000;
  for (const [timeZone, day] of changes)
    for (const hour of [0, 1, 2, 3, 23]) {
      const seen = new Map<string, number>();
      const change = Date.parse(day);
      for (let now = change - 2 * DAY_MS; now < change + 3 * DAY_MS; now += 15 * 60_000) {
        const due = newestDue(daily(hour), timeZone, new Date(now));
        expect(seen.get(due.day) ?? due.at.getTime()).toBe(due.at.getTime());
        seen.set(due.day, due.at.getTime());
      }
      const times = [...seen.values()];
      expect(times.length).toBeGreaterThanOrEqual(5);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
});
