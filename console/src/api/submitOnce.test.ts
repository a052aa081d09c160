import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './errors.ts';
import { submitOnce } from './submitOnce.ts';

const lost = new CallError({ kind: 'unreachable', reason: 'network' });
const refused = new CallError({
  kind: 'refused',
  status: 409,
  message: null,
  code: null,
  errors: {},
  stale: false,
});

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends a comment. @returns the key that it was sent with */
async function comment(text: string, failure?: Error, user = 'ann'): Promise<string> {
  let sent = '';
  const submit = { user, call: { method: 'POST', path: '/comments' }, input: { body: { text } } };
  await submitOnce(submit, async (key) => {
    sent = key;
    if (failure) throw failure;
  }).catch(() => {});
  return sent;
}

test('a submit whose answer was lost is repeated under its key, until there is an answer', async () => {
  const first = await comment('A', lost);
  expect(await comment('B')).not.toBe(first);
  expect(await comment('A', undefined, 'bob')).not.toBe(first);
  expect(await comment('A', lost)).toBe(first);
  expect(await comment('A')).toBe(first);
  expect(await comment('A')).not.toBe(first);
});

test('a refusal is an answer', async () => {
  expect(await comment('C', refused)).not.toBe(await comment('C'));
});

test('ten minutes later, the same input is another submit', async () => {
  const first = await comment('D', lost);
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(await comment('D', lost)).toBe(first);
  vi.advanceTimersByTime(1);
  expect(await comment('D')).not.toBe(first);
});

test('of more than 100 unknown results, the oldest are forgotten', async () => {
  const keys: string[] = [];
  for (let n = 0; n < 101; n += 1) keys.push(await comment(`E${n}`, lost));
  expect(await comment('E1', lost)).toBe(keys[1]);
  expect(await comment('E0', lost)).not.toBe(keys[0]);
});
