import { expect, test } from 'vitest';
import { CallError } from './errors.ts';
import { againAfter } from './read.ts';

const refused = (status: number) =>
  new CallError({ kind: 'refused', status, message: null, code: null, errors: {}, stale: false });
const shown = { stale: false };

test.each([
  ['what is shown and right', { data: shown, error: null }, false],
  ['an answer behind the own writes', { data: { stale: true }, error: null }, 2_000],
  ['what a busy server did not refresh', { data: shown, error: refused(503) }, 10_000],
  ['what the server refuses', { data: shown, error: refused(403) }, false],
  ['a page that shows nothing', { error: refused(503) }, false],
])('when %s is read again by itself', (_, state, expected) => {
  expect(againAfter({ state })).toBe(expected);
});
