import { forgotPassword as forgotPasswordCall } from '@crm/contracts/auth/auth.ts';
import { anyone } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import { networkOf } from '@crm/platform/net/network.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import { userOfEmail } from './account.ts';
import { failedSignIns } from './failed-sign-ins.ts';
import { countAttempt } from './failures.ts';

/**
 * Records that a link to set a new password was requested; workers/auth mails it to an active user. Unknown, inactive
 * and active accounts cost the same here, one lookup and one append, so neither the answer nor its time reveals whether
 * the account exists. Refuses with 'rate-limited' after 10 requests for one email or of one network in 15 minutes.
 */
export const forgotPassword: CommandDeclaration = (deps) => {
  const recordRequest = failedSignIns(deps.store);
  return route(forgotPasswordCall, anyone, async ({ body: { email }, origin }) => {
    // By the typed email, so that the limit does not reveal which accounts exist either.
    const subjects = [`network:${networkOf(origin.ip)}`, `email:${email.toLowerCase()}`];
    for (const subject of subjects) {
      const wait = await countAttempt(deps.pool, { own: `password link ${subject}` }, new Date());
      if (wait !== null) return refused('rate-limited', { retryAfter: wait });
    }
    const user = await userOfEmail(deps.pool, email);
    const active = user?.isActive ? 'active' : 'inactive';
    await recordRequest(
      {
        type: 'PasswordLinkRequested',
        data: { email, userId: user?.id ?? null, account: user ? active : 'unknown' },
      },
      { tenant: user?.tenant ?? null, actor: { kind: 'system', name: 'forgotten password' }, origin },
    );
    return {
      kind: 'done',
      message: 'If an active account has this email, a link to set a new password is on its way to it.',
      data: {},
    };
  });
};
