import { expect, test } from 'vitest';
import { newestDue } from './due.ts';

type Schedule = Parameters<typeof newestDue>[0];
const daily = (hour: number): Schedule => ({ rhythm: { every: 'day' }, hour });
const weekly = (day: number, hour: number): Schedule => ({ rhythm: { every: 'week', day }, hour });
const monthly = (day: number, hour: number): Schedule => ({ rhythm: { every: 'month', day }, hour });

/** Compares the newest due time at an instant; both in UTC, as `2026-11-22T03:30`. */
function expectDue(schedule: Schedule, timeZone: string, now: string, due: string) {
  expect(newestDue(schedule, timeZone, new Date(`${now}Z`)).at).toEqual(new Date(`${due}Z`));
}

test('is due at its hour of the time zone, and before it since the day before', () => {
  expectDue(daily(9), 'Asia/Kolkata', '2026-11-22T03:29:59', '2026-11-21T03:30');
  expectDue(daily(9), 'Asia/Kolkata', '2026-11-22T03:30', '2026-11-22T03:30');
  expectDue(daily(0), 'Asia/Kathmandu', '2026-11-22T20:00', '2026-11-22T18:15');
});

test('is due on the weekday of the time zone, not of UTC', () => {
  expectDue(weekly(1, 1), 'Pacific/Auckland', '2026-11-22T12:00', '2026-11-22T12:00');
  expectDue(weekly(1, 9), 'UTC', '2026-11-29T10:00', '2026-11-23T09:00');
  expectDue(weekly(7, 9), 'UTC', '2026-11-24T10:00', '2026-11-22T09:00');
});

test('is due on the last day of a shorter month', () => {
  expectDue(monthly(31, 8), 'UTC', '2026-03-01T00:00', '2026-02-28T08:00');
  expectDue(monthly(31, 8), 'UTC', '2026-03-31T07:59', '2026-02-28T08:00');
  expectDue(monthly(30, 8), 'UTC', '2028-03-05T00:00', '2028-02-29T08:00');
});

test('an hour that the clocks skip is the next instant', () => {
  // 2026-03-29 in Berlin: 01:59 +01:00 is followed by 03:00 +02:00.
  expectDue(daily(2), 'Europe/Berlin', '2026-03-29T06:00', '2026-03-29T01:00');
  expectDue(daily(3), 'Europe/Berlin', '2026-03-29T06:00', '2026-03-29T01:00');
  expectDue(daily(2), 'Europe/Berlin', '2026-03-30T06:00', '2026-03-30T00:00');
  // The clocks skip midnight, or half an hour.
  expectDue(daily(0), 'Africa/Cairo', '2026-04-24T00:00', '2026-04-23T22:00');
  expectDue(daily(2), 'Australia/Lord_Howe', '2026-10-03T18:00', '2026-10-03T15:30');
});

test('of an hour that comes twice, the first counts', () => {
  // 2026-10-25 in Berlin: 02:59 +02:00 is followed by 02:00 +01:00.
  expectDue(daily(2), 'Europe/Berlin', '2026-10-25T00:00', '2026-10-25T00:00');
  expectDue(daily(2), 'Europe/Berlin', '2026-10-25T01:30', '2026-10-25T00:00');
});

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

test('an unknown time zone or hour is an error, and no endless search', () => {
  const now = new Date('2026-11-22T00:00Z');
  expect(() => newestDue(daily(9), 'Mars/Olympus', now)).toThrow('No hour 9 in Mars/Olympus');
  expect(() => newestDue(daily(24), 'UTC', now)).toThrow('No hour 24 in UTC');
});
