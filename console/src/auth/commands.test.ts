import { beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { createSuperAdmin, requestPasswordLink, setPasswordByLink } from './commands.ts';

const LOST = 'lost';
type Reply = typeof LOST | { status: number; body: object };

const busy = { status: 503, body: { success: false, message: 'Busy', code: 'unavailable' } };
const done = { status: 200, body: { success: true, message: 'Done', data: {} } };
const usedPassword = { status: 409, body: { success: false, message: 'Used', code: 'password-link-used' } };
const usedSetup = { status: 409, body: { success: false, message: 'Used', code: 'setup-link-used' } };

/** Lets the calls have these replies, one after the other. @returns their number so far */
function replies(...next: Reply[]): () => number {
  const send = vi.fn(async () => {
    const reply = next.shift() ?? LOST;
    if (reply === LOST) throw new TypeError('network error');
    return Response.json(reply.body, { status: reply.status });
  });
  vi.stubGlobal('fetch', send);
  return () => send.mock.calls.length;
}

/** Runs the pauses between attempts. */
async function settled<Result>(result: Promise<Result>): Promise<Result> {
  const [first] = await Promise.all([result, vi.runAllTimersAsync()]);
  return first;
}

const setPassword = (password = 'a new password', token = 't') =>
  settled(setPasswordByLink({ body: { token, password, confirmPassword: password } }));
const setUp = () =>
  settled(
    createSuperAdmin({
      body: {
        ...{ token: 't', fullName: 'Root', email: 'root@crm.test', username: 'root' },
        ...{ password: 'a password', confirmPassword: 'a password' },
      },
    }),
  );

beforeEach(() => {
  stubStorage();
  vi.useFakeTimers();
});

test.each([
  ['a setup', setUp],
  ['a new password', setPassword],
  ['a request for a link', () => settled(requestPasswordLink({ body: { email: 'a@crm.test' } }))],
])('%s is sent again while the server is briefly unavailable', async (_, submit) => {
  const sent = replies(busy, busy, done);
  expect(await submit()).toMatchObject({ message: 'Done' });
  expect(sent()).toBe(3);
});

test('a link that is used after the answer was lost has done its work', async () => {
  replies(LOST, usedPassword);
  expect(await setPassword()).toEqual({ message: null });
  replies(LOST, usedSetup);
  expect(await setUp()).toEqual({ message: null });
});

test('so it has when the visitor sends the same form again, and not with another password', async () => {
  replies(LOST, LOST, LOST);
  await expect(setPassword('first password', 'u')).rejects.toThrow('could not be reached');
  replies(usedPassword);
  await expect(setPassword('other password', 'u')).rejects.toThrow('Used');
  replies(usedPassword);
  expect(await setPassword('first password', 'u')).toEqual({ message: null });
});

test('a link that was used before is refused', async () => {
  replies(usedPassword);
  await expect(setPassword('a new password', 'v')).rejects.toThrow('Used');
});
