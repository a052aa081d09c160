import { login as loginCall } from '@crm/contracts/auth/auth.ts';
import type { Received } from '@crm/contracts/endpoint.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import { type FullAccount, readAccount } from '@crm/platform/access/account.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import type { RequestOrigin } from '@crm/platform/http/caller.ts';
import { anyone } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, type Result, refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import { networkOf } from '@crm/platform/net/network.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import type { Deps } from '../handle/deps.ts';
import { openSession } from '../sessions/sessions.ts';
import { matchingHash, storedHash } from '../users/passwords.ts';
import { type KnownUser, signedInUser, userOfEmail } from './account.ts';
import type { Attempts } from './attempts.ts';
import { failedSignIns } from './failed-sign-ins.ts';
import { record } from './record.ts';

/** The actor of a failed sign-in: until the password is right, the user is not known. */
const beforeSignIn: Actor = { kind: 'system', name: 'sign-in' };

type SignIn = { body: Received<typeof loginCall, 'body'>; origin: RequestOrigin };

/**
 * Signs in with email and password. Refuses with 'bad-credentials', 'tenant-suspended' or 'too-many-logins'.
 *
 * @param chatGroup the link to the support chat in the answer; null without one
 */
export const login =
  (attempts: Attempts, chatGroup: string | null): CommandDeclaration =>
  (deps) => {
    const signInDeps = { ...deps, chatGroup };
    const recordFailure = failedSignIns(deps.store);
    return route(loginCall, anyone, async ({ body, origin }) => {
      const user = await userOfEmail(deps.pool, body.email);
      const attempt = { user: user?.id ?? null, email: body.email, network: networkOf(origin.ip) };
      return attempts(deps.pool, attempt, async () => {
        const checked = await checkSignIn(signInDeps, user, { body, origin });
        if (checked.kind === 'right') return { password: 'right', answer: checked.answer };
        await recordFailure(
          { type: 'SignInFailed', data: { email: body.email, reason: checked.reason } },
          { tenant: user?.tenant ?? null, actor: beforeSignIn, origin },
        );
        return { password: 'wrong', answer: refused('bad-credentials') };
      });
    });
  };

type SignInCheck =
  | { kind: 'right'; answer: Result }
  | { kind: 'wrong'; reason: 'unknown-account' | 'wrong-password' | 'inactive' };

/**
 * Checks the password and opens the session. An unknown account, an inactive account and a wrong password cost the same
 * work and get the same answer, so that a caller cannot distinguish them. The event SignInFailed has the reason.
 */
async function checkSignIn(
  deps: Deps & { chatGroup: string | null },
  user: KnownUser | null,
  signIn: SignIn,
): Promise<SignInCheck> {
  const { body } = signIn;
  const { pool } = deps;
  const hash = await matchingHash(pool, user?.id ?? null, body.password);
  const opened = user && hash !== null ? await open(deps, user, hash, signIn) : null;
  if (opened && isRefused(opened)) return { kind: 'right', answer: opened };
  if (user && opened) {
    const { token, position, account, now } = opened;
    const data = { token, user: await signedInUser(user.id, account, deps, now) };
    const answer = { kind: 'done' as const, message: 'Login successful', data, position };
    return { kind: 'right', answer };
  }
  if (!user) return { kind: 'wrong', reason: 'unknown-account' };
  return { kind: 'wrong', reason: hash === null ? 'wrong-password' : 'inactive' };
}

type Opened = { token: string; position: Position; account: FullAccount; now: Date };

/**
 * Opens the session under locks that prevent changes of the account and its tenant. Refuses with 'tenant-suspended'.
 * @returns null when the account has changed since the password check: it or its tenant was deleted, it is inactive, or
 *   its password or email is different
 */
function open(
  { access, store }: Deps,
  { id, tenant }: KnownUser,
  hash: string,
  { body, origin }: SignIn,
): Promise<Opened | Refused | null> {
  return access.withAccount({ id, tenant }, 'shared', async (db) => {
    const state = await readTenantState(store, tenant);
    if (state.phase === 'suspended') return refused('tenant-suspended');
    if (state.phase === 'deleted') return null;
    const account = await readAccount(store, id);
    if (!account?.isActive || account.details.email.toLowerCase() !== body.email.toLowerCase()) return null;
    if ((await storedHash(db, id)) !== hash) return null;
    const now = new Date();
    const { name, role } = account;
    // Before the session, so that every session has its event SignedIn.
    const position = await record(
      store,
      { type: 'SignedIn', data: { userId: id } },
      { tenant, actor: { kind: 'user', id, name, role }, origin },
    );
    const remember = body.rememberMe ?? false;
    const token = await openSession(db, { id, tenant }, { remember, origin, now, signedIn: position });
    return { token, position, account, now };
  });
}
