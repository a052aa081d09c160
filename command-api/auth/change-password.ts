import { changePassword as changePasswordCall } from '@crm/contracts/auth/auth.ts';
import { userStream } from '@crm/events/streams.ts';
import { accountHolders } from '@crm/platform/http/policy.ts';
import { type Result, refused } from '@crm/platform/http/result.ts';
import { userCommand } from '../handle/aggregate-commands.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import { endSessionsOf, sessionIdOf } from '../sessions/sessions.ts';
import { keepPassword, matchingHash } from '../users/passwords.ts';
import { type Attempts, ownAttempt, type PasswordCheck } from './attempts.ts';

const change = userCommand({
  endpoint: changePasswordCall,
  policy: accountHolders,
  lock: { of: 'account', find: ({ caller }) => ({ user: caller.id, tenant: caller.tenant }) },
  plan: async ({ body, caller }, { pool }) => ({
    stream: userStream(caller.id),
    command: { type: 'ChangeOwnPassword', kept: await sessionIdOf(pool, caller) },
    allowed: async () =>
      (await matchingHash(pool, caller.id, body.currentPassword)) === null ? refused('wrong-password') : null,
  }),
  after: async ({ body, caller }, position, { db }, events) => {
    const other = await keepPassword(db, caller.id, body.newPassword, position);
    if (other) return other;
    await endSessionsOf(caller.id, caller, { events, position, db });
    return undefined;
  },
  answer: () => ({ message: 'Password changed successfully', data: {} }),
});

/**
 * Changes the caller's own password and ends every other session of the user. It has the same limits as sign-in, so
 * that a stolen session cannot be used to guess the password.
 */
export const changePassword =
  (attempts: Attempts): CommandDeclaration =>
  (deps) => {
    const command = change(deps);
    return {
      ...command,
      run: (input) =>
        attempts(deps.pool, ownAttempt(input), async () => passwordCheckOf(await command.run(input))),
    };
  };

function passwordCheckOf(answer: Result): PasswordCheck {
  if (answer.kind === 'done') return { password: 'right', answer };
  // A repeat with another new password learns that this one is not the current password.
  const wrong =
    answer.kind === 'refused' && (answer.refusal === 'wrong-password' || answer.refusal === 'key-reused');
  return { password: wrong ? 'wrong' : 'undecided', answer };
}
