import { expect, test } from 'vitest';
import { deviceZone, instantsOf } from '../../format/period.ts';
import { Backfill, inputOf, lengthOf, newBackfill } from './values.ts';

test("starts with the last week, in whole days of the user's calendar", () => {
  const values = newBackfill(null, new Date(2026, 2, 8, 15));
  expect(values).toEqual({ postback: '', startDate: '2026-03-02', endDate: '2026-03-08', perSecond: '50' });
  expect(Backfill.parse(inputOf({ ...values, postback: 'p' }))).toEqual({
    ...instantsOf({ from: '2026-03-02', to: '2026-03-08', zone: deviceZone() }),
    postback: 'p',
    perSecond: 50,
    dryRun: false,
  });
});

test.each([
  ['a blank day', { startDate: '' }, 'startDate'],
  ['an end before the start', { endDate: '2026-02-01' }, 'endDate'],
  ['no postback', { postback: '' }, 'postback'],
  ['a pace of nothing', { perSecond: '0' }, 'perSecond'],
])('shows %s beside its field', (_, patch, field) => {
  const values = { ...newBackfill('p', new Date(2026, 2, 8)), ...patch };
  expect(Backfill.safeParse(inputOf(values)).error?.issues[0]?.path).toEqual([field]);
});

test('estimates the duration', () =>
  expect([50, 3000, 6000, 720_000, 50 * 86_400 * 3].map((count) => lengthOf(count, 50))).toEqual([
    'less than a minute',
    'about 1 minute',
    'about 2 minutes',
    'about 4 hours',
    'about 3 days',
  ]));
