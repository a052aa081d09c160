import { tzOffset } from '@date-fns/tz';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf } from './local-time.ts';

const zones = [
  'UTC',
  'Asia/Kolkata',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];

test.each([
  ['Asia/Kolkata', '2026-03-01T00:00', '2026-02-28T18:30'],
  ['America/New_York', '2026-03-01T00:00', '2026-03-01T05:00'],
  ['America/New_York', '2026-07-01T00:00', '2026-07-01T04:00'],
  // The clocks skip it.
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
  ['America/Sao_Paulo', '2017-10-15T00:00', '2017-10-15T03:00'],
  ['Africa/Cairo', '2026-04-24T00:00', '2026-04-23T22:00'],
])('in %s, %s is %s in UTC', (timeZone, local, utc) =>
  expect(instantOf(Date.parse(`${local}Z`), timeZone)).toBe(Date.parse(`${utc}Z`)),
);

test('is an instant at which the clocks show the time', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date({ min: new Date('1990-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      (timeZone, at) => {
        const shownAt = (instant: Date) => instant.getTime() + tzOffset(timeZone, instant) * 60_000;
        expect(shownAt(new Date(instantOf(shownAt(at), timeZone)))).toBe(shownAt(at));
      },
    ),
    { numRuns: 2_000 },
  ));
