import { me } from '@crm/contracts/auth/auth.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { CallError } from './errors.ts';
import { againAfter, read, readNow } from './read.ts';

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

test.each([
  ['is asked again until the answer is not behind', [true, true, false, false], 3, false],
  ['is taken as it is after five answers that are behind', Array(9).fill(true), 5, true],
])('a read for a next step %s', async (_, answers: boolean[], reads, stale) => {
  const left = [...answers];
  const answer = { data: null, message: undefined, position: null, pagination: undefined };
  const query = {
    ...read(me, {}, { topics: [] }),
    queryFn: async () => ({ ...answer, stale: left.shift() ?? false }) as never,
  };
  expect((await readNow(new QueryClient(), query)).stale).toBe(stale);
  expect(answers.length - left.length).toBe(reads);
});
