import { resetPassword as resetPasswordCall } from '@crm/contracts/auth/auth.ts';
import type { Received } from '@crm/contracts/endpoint.ts';
import { userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { readAccount } from '@crm/platform/access/account.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { RequestOrigin } from '@crm/platform/http/caller.ts';
import { anyone } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, type Result, refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import { networkOf } from '@crm/platform/net/network.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import type { Deps } from '../handle/deps.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { hashPassword, storePassword } from '../users/passwords.ts';
import { failedSignIns } from './failed-sign-ins.ts';
import { countAttempt, countedFor, forgetFailures, takeBack } from './failures.ts';
import { type PasswordLink, passwordLinkOf } from './password-link.ts';

/**
 * Sets a new password with the token of a mailed link and ends all sessions of the user. Refuses with
 * 'password-link-wrong', '-used' or '-expired', 'tenant-suspended', and 'rate-limited' after 10 refused links of one
 * network in 15 minutes.
 */
export const resetPassword: CommandDeclaration = (deps) => {
  const recordRefusal = failedSignIns(deps.store);
  return route(resetPasswordCall, anyone, async ({ body, origin }) => {
    const tried = { own: `used password link network:${networkOf(origin.ip)}` };
    const wait = await countAttempt(deps.pool, tried, new Date());
    if (wait !== null) return refused('rate-limited', { retryAfter: wait });
    const link = await passwordLinkOf(deps.pool, body.token);
    const answer = link ? await setPassword(deps, link, body, origin) : refused('password-link-wrong');
    if (!isRefused(answer)) {
      await takeBack(deps.pool, tried);
      return answer;
    }
    await recordRefusal(
      { type: 'PasswordLinkRefused', data: { userId: link?.user ?? null, reason: reasonOf(answer) } },
      { tenant: link?.tenant ?? null, actor: { kind: 'system', name: 'forgotten password' }, origin },
    );
    return answer;
  });
};

function reasonOf({ refusal }: Refused) {
  switch (refusal) {
    case 'password-link-used':
      return 'used';
    case 'password-link-expired':
      return 'expired';
    case 'tenant-suspended':
      return 'tenant-suspended';
    default:
      return 'wrong';
  }
}

/**
 * Decides in the user's stream, under the exclusive lock of the account: of two concurrent calls, the second finds the
 * link used. When the process dies after the event, the link is used up and the old password stays: the user requests
 * another link.
 */
function setPassword(
  { access, store, forgetLookup, pool }: Deps,
  { id: link, user, tenant }: PasswordLink,
  body: Received<typeof resetPasswordCall, 'body'>,
  origin: RequestOrigin,
): Promise<Result> {
  return access.withAccount({ id: user, tenant }, 'exclusive', async (db) => {
    const { phase } = await readTenantState(store, tenant);
    if (phase === 'suspended') return refused('tenant-suspended');
    const account = phase === 'deleted' ? null : await readAccount(store, user);
    if (!account) return refused('password-link-wrong');
    const done = await execute(
      { store, forgetLookup },
      {
        aggregate: users,
        stream: userStream(user),
        tenant,
        command: { type: 'SetPasswordByLink', link, now: new Date() },
        // The link proves that the caller reads the user's mail.
        actor: { kind: 'user', id: user, name: account.name, role: account.role },
        origin,
        commandId: newCommandId(),
        creates: false,
      },
    );
    if (isRefused(done)) return done.refusal === 'user-not-found' ? refused('password-link-wrong') : done;
    await storePassword(db, user, await hashPassword(body.password), done.position);
    await endSessionsOf(user, { id: user, tenant }, { ...done, db });
    // A user who forgot the password has often used up the attempts to sign in.
    const attempt = { user, email: account.details.email, network: networkOf(origin.ip) };
    await forgetFailures(pool, await countedFor(pool, attempt), attempt);
    return {
      kind: 'done',
      message: 'Password set. Please sign in with it.',
      data: {},
      position: done.position,
    };
  });
}
