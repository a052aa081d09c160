import { expect, test } from 'vitest';
import { CallError } from '../api/errors.ts';
import { adminDashboard, figuresAgainAfter, operatorDashboard } from './queries.ts';

const failed = (status: number) =>
  new CallError({ kind: 'refused', status, message: null, code: null, errors: {}, stale: false });

test.each([
  ['right figures', { data: { stale: false }, error: null }, 60_000],
  ['figures behind the own writes', { data: { stale: true }, error: null }, 2_000],
  ['figures that a busy server did not refresh', { data: { stale: false }, error: failed(503) }, 10_000],
  ['a refusal', { data: { stale: false }, error: failed(403) }, false],
])('when a dashboard with %s reads again by itself, also when nothing happens', (_, state, expected) => {
  expect(figuresAgainAfter({ state })).toBe(expected);
  for (const { refetchInterval } of [adminDashboard('7d'), operatorDashboard()])
    expect(refetchInterval).toBe(figuresAgainAfter);
});
