import { tzOffset } from '@date-fns/tz';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockOf, timeFormat } from './local-time.ts';

const HOUR_MS = 60 * 60 * 1000;

test.each([
  'UTC',
  'Asia/Kolkata',
  'Europe/Berlin',
  'Australia/Lord_Howe', // half an hour in summer
  'Pacific/Apia', // left out a day in 2011
  'America/Sao_Paulo',
])('shows the time of %s, also around a change of its offset', (timeZone) => {
  const clock = clockOf(timeZone);
  const format = timeFormat();
  const changes = [];
  for (let hour = Date.UTC(2011, 11, 1); hour < Date.UTC(2013, 0); hour += HOUR_MS)
    if (tzOffset(timeZone, new Date(hour)) !== tzOffset(timeZone, new Date(hour + HOUR_MS)))
      changes.push(hour);
  const around = fc
    .tuple(fc.constantFrom(...changes, 0), fc.integer({ min: -48 * HOUR_MS, max: 48 * HOUR_MS }))
    .map(([change, more]) => change + more);
  const anytime = fc.integer({ min: Date.UTC(1969), max: Date.UTC(2060) });
  fc.assert(
    fc.property(fc.oneof(around, anytime), (instant) => {
      const local = instant + tzOffset(timeZone, new Date(instant)) * 60_000;
      expect(clock(instant)).toBe(local);
      expect(format(local)).toBe(new Date(local).toISOString().slice(0, 19).replace('T', ' '));
    }),
    { numRuns: 300 },
  );
});
