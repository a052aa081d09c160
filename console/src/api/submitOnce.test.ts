import { beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { rememberUser } from '../auth/knownUser.ts';
import { CallError, isStopped, sessionEnded } from './errors.ts';
import { submitOnce } from './submitOnce.ts';
import { dropToken, storeToken } from './token.ts';

const lost = new CallError({ kind: 'unreachable', reason: 'network' });
const refusal = (status: number) =>
  new CallError({ kind: 'refused', status, message: null, code: null, errors: {}, stale: false });
const refused = refusal(409);
const ended = refusal(401);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') });
  stubStorage();
  signIn('ann');
});

function signIn(user: string): void {
  storeToken(`of ${user}`);
  rememberUser(`of ${user}`, user);
}

const assignment = { method: 'POST', path: '/leads/:id/assign' };
const comment = { method: 'POST', path: '/leads/:id/comments' };
const settings = { method: 'PUT', path: '/settings' };

/** Assigns a lead. @returns the key that it was sent with */
async function assign(lead: string, to: string, failure?: Error, user = 'ann'): Promise<string> {
  signIn(user);
  return sentKey({ user, call: assignment, input: { params: { id: lead }, body: { to } } }, failure);
}

/** Sends a submit. @returns the key that it was sent with */
async function sentKey(submit: Parameters<typeof submitOnce>[0], failure?: Error): Promise<string> {
  let sent = '';
  await submitOnce(submit, async (key) => {
    sent = key;
    if (failure) throw failure;
  }).catch(() => {});
  return sent;
}

test('a submit whose answer was lost is repeated under its key, until there is an answer', async () => {
  const first = await assign('1', 'A', lost);
  expect(await assign('1', 'B', lost)).not.toBe(first);
  expect(await assign('2', 'A')).not.toBe(first);
  expect(await assign('1', 'A', undefined, 'bob')).not.toBe(first);
  expect(await assign('1', 'A', lost)).toBe(first);
  expect(await assign('1', 'A')).toBe(first);
  expect(await assign('1', 'A')).not.toBe(first);
});

test('a refusal is an answer', async () => {
  expect(await assign('3', 'A', refused)).not.toBe(await assign('3', 'A'));
});

test('what was undone after its answer was lost can be done again', async () => {
  const first = await assign('4', 'B', lost);
  await assign('4', 'C', refused);
  expect(await assign('4', 'B', lost)).toBe(first);
  await assign('4', 'A');
  expect(await assign('4', 'B')).not.toBe(first);
  const change = (theme: string) => ({ user: 'ann', call: settings, input: { body: { theme } } });
  const dark = await sentKey(change('dark'), lost);
  await sentKey(change('light'));
  expect(await sentKey(change('dark'))).not.toBe(dark);
});

test('an automatic retry keeps its key when another submit on the record was answered before it', async () => {
  const submit = {
    ...{ user: 'ann', call: comment },
    input: { params: { id: '5' }, body: { text: 'Packed' } },
  };
  const first = await sentKey(submit, lost);
  await assign('5', 'A');
  expect(await sentKey(submit)).toBe(first);
  expect(await sentKey(submit)).not.toBe(first);
});

test('ten minutes later, the same input is another submit', async () => {
  const first = await assign('6', 'A', lost);
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(await assign('6', 'A', lost)).toBe(first);
  vi.advanceTimersByTime(1);
  expect(await assign('6', 'A')).not.toBe(first);
});

test('of more than 100 unknown results, the oldest are forgotten', async () => {
  const keys: string[] = [];
  for (let n = 0; n < 101; n += 1) keys.push(await assign('7', `E${n}`, lost));
  expect(await assign('7', 'E1', lost)).toBe(keys[1]);
  expect(await assign('7', 'E0', lost)).not.toBe(keys[0]);
});

test('a dry run is no other submit on the record', async () => {
  const backfill = { method: 'POST', path: '/postbacks/:id/backfill' };
  const submit = (dryRun: boolean) => ({
    user: 'ann',
    call: backfill,
    input: { params: { id: 'p' }, body: { dryRun } },
  });
  const first = await sentKey(submit(false), lost);
  const counted = await sentKey(submit(true));
  expect(await sentKey(submit(true))).not.toBe(counted);
  expect(await sentKey(submit(false))).toBe(first);
});

test('a submit waits for its user to sign in again, and is not sent for another one', async () => {
  const submit = { user: 'ann', call: comment, input: { params: { id: '8' }, body: { text: 'Packed' } } };
  const later = { ...submit, input: { params: { id: '9' }, body: { text: 'Sent' } } };
  const first = await sentKey(submit, ended);
  const sent = vi.fn(async () => {});
  const again = (one: typeof submit) => submitOnce(one, sent).catch((error: unknown) => error);
  dropToken();
  expect(sessionEnded(await again(submit))).toBe(true);
  storeToken('of bob'); // whose session it is, is not known yet
  expect(sessionEnded(await again(submit))).toBe(true);
  rememberUser('of bob', 'bob');
  expect(isStopped(await again(submit))).toBe(true);
  // It had waited for the one before it, and was never sent.
  expect(isStopped(await again(later))).toBe(true);
  expect(sent).not.toHaveBeenCalled();
  signIn('ann');
  expect(await sentKey(submit)).toBe(first);
});
