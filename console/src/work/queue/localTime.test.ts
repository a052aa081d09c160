import { expect, test } from 'vitest';
import { localTimes } from './localTime.ts';

const now = new Date('2026-01-15T12:00:00Z');

test('the time in a country, or from its earliest to its latest time zone', () => {
  expect(localTimes('IN', now)).toEqual(['5:30 PM']);
  expect(localTimes('gb', now)).toEqual(['12:00 PM']);
  expect(localTimes('AU', now)).toEqual(['8:00 PM', '11:00 PM']);
  expect(localTimes(null, now)).toEqual([]);
  expect(localTimes('no country', now)).toEqual([]);
});
