import { login as loginCall } from '@crm/contracts/auth/auth.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import { refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import { openSession, revokeSession } from '../sessions/sessions.ts';
import { passwordMatches } from '../users/passwords.ts';
import { accountOf, signedInUser } from './account.ts';
import { countFailure, forgetFailures, secondsToWait } from './login-limit.ts';
import { record } from './record.ts';

/** Nobody is known before the password is right; the address says where it came from. */
const atTheDoor: Actor = { kind: 'system', name: 'sign-in' };

/**
 * Sign in (spec 2, 8). Whether the account is unknown, inactive or the password wrong, the answer is the same; the
 * history tells which.
 */
export const login: CommandDeclaration = ({ store, facts, pool }) =>
  route(loginCall, 'anyone', async ({ body, origin }) => {
    const { email, password, rememberMe: remember = false } = body;
    const now = new Date();
    const wait = await secondsToWait(pool, email, origin.ip, now);
    if (wait > 0) return refused('too-many-logins', { retryAfter: wait });

    const account = await accountOf(pool, email);
    const right = await passwordMatches(pool, account?.id ?? null, password);
    if (!account || !right || !account.is_active) {
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

    const { id, tenant, full_name: name, role } = account;
    const token = await openSession(pool, { id, tenant }, { remember, origin, now });
    const actor: Actor = { kind: 'user', id, name, role };
    const signedIn = { type: 'SignedIn' as const, data: { userId: id } };
    const position = await record(store, signedIn, { tenant, actor, origin }).catch(
      async (error: unknown) => {
        // A sign-in that history does not know of did not happen.
        await revokeSession(pool, token);
        throw error;
      },
    );
    await forgetFailures(pool, email);
    const user = await signedInUser(account, facts, now);
    return { kind: 'done', message: 'Login successful', data: { token, user }, position };
  });
