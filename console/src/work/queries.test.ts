import type { WorkQueue } from '@crm/contracts/work/work.ts';
import { expect, test } from 'vitest';
import { CallError } from '../api/errors.ts';
import { queueAgainAfter } from './queries.ts';

const failed = (status: number) =>
  new CallError({ kind: 'refused', status, message: null, code: null, errors: {}, stale: false });

const none = { stale: false, data: { current: null, isOnBreak: false } };
// A cast: only whether there is a lead decides.
const current = {} as WorkQueue['current'];

test.each([
  ['no lead', { data: none, error: null }, 10_000],
  ['no lead, behind the own writes', { data: { ...none, stale: true }, error: null }, 2_000],
  ['no lead, and a busy server', { data: none, error: failed(503) }, 10_000],
  ['no lead, and a refusal', { data: none, error: failed(403) }, false],
  [
    'no lead, because of a break',
    { data: { ...none, data: { current: null, isOnBreak: true } }, error: null },
    false,
  ],
  ['a lead', { data: { ...none, data: { current, isOnBreak: false } }, error: null }, false],
  ['no answer yet', { error: null }, false],
])('when a queue with %s is read again by itself', (_, state, expected) => {
  expect(queueAgainAfter({ state })).toBe(expected);
});
