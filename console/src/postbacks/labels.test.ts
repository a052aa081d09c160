import { expect, test } from 'vitest';
import { httpStatusLook, responseTimeLook, successLook, successPercent } from './labels.ts';

test('shows response statuses green from 200 to 299 and red from 400 on', () => {
  expect([null, 200, 204, 299].map(httpStatusLook)).toEqual(['text-muted', 'text-ok', 'text-ok', 'text-ok']);
  expect([301, 399, 400, 503].map(httpStatusLook)).toEqual(['', '', 'text-bad', 'text-bad']);
});

test('shows response times yellow over 500 ms and red over 1000 ms', () => {
  expect([500, 501, 1000, 1001, null].map(responseTimeLook)).toEqual([
    '',
    'text-warn',
    'text-warn',
    'text-bad',
    'text-muted',
  ]);
});

test('shows success green from 80 percent on; without deliveries there is no percentage', () => {
  expect(successPercent({ totalSent: 0, totalSuccess: 0 })).toBeNull();
  expect(successPercent({ totalSent: 3, totalSuccess: 2 })).toBe(66.7);
  expect([80, 79.9].map(successLook)).toEqual(['text-ok', 'text-warn']);
});
