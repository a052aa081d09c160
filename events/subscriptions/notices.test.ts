import { expect, test } from 'vitest';
import { newestNotice, noticesAbout } from './notices.ts';
import { end } from './story.ts';

test('notices are due 7, 3 and 1 days before the end, and at the end', () => {
  expect(noticesAbout(end).map(({ daysBefore, at }) => [daysBefore, at.toISOString()])).toEqual([
    [7, '2026-02-21T10:00:00.000Z'],
    [3, '2026-02-25T10:00:00.000Z'],
    [1, '2026-02-27T10:00:00.000Z'],
    [0, '2026-02-28T10:00:00.000Z'],
  ]);
});

test.each([
  ['2026-02-21T09:59:59.999Z', null],
  ['2026-02-21T10:00:00.000Z', 7],
  ['2026-02-25T09:59:59.999Z', 7],
  ['2026-02-25T10:00:00.000Z', 3],
  ['2026-02-27T10:00:00.000Z', 1],
  ['2026-02-28T09:59:59.999Z', 1],
  ['2026-02-28T10:00:00.000Z', 0],
  ['2026-03-07T10:00:00.000Z', 0],
  ['2026-03-07T10:00:00.001Z', null],
])('at %s the newest notice about an end on February 28 at 10:00 is that of day %s', (now, days) => {
  expect(newestNotice(end, new Date(now))?.daysBefore ?? null).toBe(days);
});
