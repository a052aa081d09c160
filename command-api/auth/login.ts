import { login as loginCall } from '@crm/contracts/auth/auth.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import type { Origin } from '@crm/platform/http/caller.ts';
import { isRefused, type Refused, refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import pLimit from 'p-limit';
import type { CommandDeclaration } from '../handle/command.ts';
import type { Deps } from '../handle/deps.ts';
import { openSession, revokeSession } from '../sessions/sessions.ts';
import { passwordMatches } from '../users/passwords.ts';
import { type Account, accountOf, signedInUser } from './account.ts';
import { countFailure, forgetFailures, secondsToWait } from './login-limit.ts';
import { record } from './record.ts';

/** Nobody is known before the password is right; the address says where it came from. */
const atTheDoor: Actor = { kind: 'system', name: 'sign-in' };

/** So few at a time that a hundred guesses at once do not pass before the first of them is counted. */
const fewAtOnce = pLimit(4);

/** Sign in (spec 2, 8). */
export const login: CommandDeclaration = (deps) =>
  route(loginCall, 'anyone', async ({ body, origin }) => {
    const { store, facts, pool } = deps;
    const account = await fewAtOnce(() => whoKnocks(deps, body, origin));
    if (isRefused(account)) return account;

    const now = new Date();
    const { id, tenant, full_name: name, role } = account;
    const token = await openSession(
      pool,
      { id, tenant },
      { remember: body.rememberMe ?? false, origin, now },
    );
    const actor: Actor = { kind: 'user', id, name, role };
    const signedIn = { type: 'SignedIn' as const, data: { userId: id } };
    const position = await record(store, signedIn, { tenant, actor, origin }).catch(
      async (error: unknown) => {
        // A sign-in that history does not know of did not happen.
        await revokeSession(pool, token);
        throw error;
      },
    );
    await forgetFailures(pool, body.email);
    const user = await signedInUser(account, facts, now);
    return { kind: 'done', message: 'Login successful', data: { token, user }, position };
  });

/**
 * The account whose password this is. Whether it is unknown, inactive or the password wrong, the answer is the same;
 * the history tells which.
 */
async function whoKnocks(
  { store, pool }: Deps,
  { email, password }: { email: string; password: string },
  origin: Origin,
): Promise<Account | Refused> {
  const now = new Date();
  const wait = await secondsToWait(pool, email, origin.ip, now);
  if (wait > 0) return refused('too-many-logins', { retryAfter: wait });

  const account = await accountOf(pool, email);
  const right = await passwordMatches(pool, account?.id ?? null, password);
  if (account && right && account.is_active) return account;

  const reason = !account ? 'unknown-account' : !right ? 'wrong-password' : 'inactive';
  await countFailure(pool, email, origin.ip, now);
  const tenant = account?.tenant ?? null;
  await record(
    store,
    { type: 'SignInFailed', data: { email, reason } },
    { tenant, actor: atTheDoor, origin },
  );
  return refused('bad-credentials');
}
