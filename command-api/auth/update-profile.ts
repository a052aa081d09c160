import { updateProfile as updateProfileCall } from '@crm/contracts/users/users.ts';
import { UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import type { UserCommand } from '@crm/events/users/decide.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { z } from 'zod';
import { userCommand } from '../handle/aggregate-commands.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import { matchingHash } from '../users/passwords.ts';
import { waitForDirectory } from '../users/wait-for-directory.ts';
import { type Attempts, ownAttempt } from './attempts.ts';

const update = userCommand({
  endpoint: updateProfileCall,
  policy: everyUser,
  lock: { of: 'account', find: ({ caller }) => ({ user: caller.id, tenant: caller.tenant }) },
  plan: ({ params, body, caller }) => {
    const id = UserId.parse(params.id);
    if (id !== caller.id) return refused('user-not-found');
    const { currentPassword, ...changes } = body;
    const command: UserCommand = {
      type: 'EditUser',
      id,
      by: caller.id,
      changes,
      passwordChanged: false,
      confirmed: currentPassword !== undefined,
      lastInRole: false,
    };
    return { stream: userStream(id), command };
  },
  after: async (_, position, deps) => {
    await waitForDirectory(deps, position);
    return undefined;
  },
  answer: () => ({ message: 'Profile updated successfully', data: {} }),
});

const Confirmation = z.object({ currentPassword: z.string() });

/**
 * Edits the caller's own profile; refuses another user's with 'user-not-found', and a change of the email without the current
 * password. A password is checked before the command, also of a repeat, with the limits of sign-in: a stolen session
 * cannot be used to guess it.
 */
export const updateProfile =
  (attempts: Attempts): CommandDeclaration =>
  (deps) => {
    const command = update(deps);
    return {
      ...command,
      run: (input) => {
        const given = Confirmation.safeParse(input.body);
        if (!given.success) return command.run(input);
        const { currentPassword } = given.data;
        const attempt = ownAttempt(input);
        return attempts(deps.pool, attempt, async () =>
          (await matchingHash(deps.pool, attempt.user, currentPassword)) === null
            ? { password: 'wrong', answer: refused('wrong-password') }
            : { password: 'right', answer: await command.run(input) },
        );
      },
    };
  };
