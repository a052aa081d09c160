import { changePassword as changePasswordCall } from '@crm/contracts/auth/auth.ts';
import { userStream } from '@crm/events/streams.ts';
import { refused } from '@crm/platform/http/result.ts';
import { userCommand } from '../handle/on.ts';
import { revokeSessionsOf } from '../sessions/sessions.ts';
import { hashPassword, passwordMatches, storePassword } from '../users/passwords.ts';
import { countFailure, secondsToWait } from './login-limit.ts';

/** Change one's own password (spec 5); every other session of the user ends. */
export const changePassword = userCommand({
  endpoint: changePasswordCall,
  policy: 'signed-in',
  plan: ({ body, caller, origin, now }, { pool }) => ({
    stream: userStream(caller.id),
    command: { type: 'ChangeOwnPassword' },
    // A stolen session must not be a way to guess the password: wrong ones count as at the door.
    allowed: async () => {
      const wait = await secondsToWait(pool, caller.id, origin.ip, now);
      if (wait > 0) return refused('too-many-logins', { retryAfter: wait });
      if (await passwordMatches(pool, caller.id, body.currentPassword)) return null;
      await countFailure(pool, caller.id, origin.ip, now);
      return refused('wrong-password');
    },
  }),
  after: async ({ body, caller, token }, position, { pool }) => {
    await storePassword(pool, caller.id, await hashPassword(body.newPassword), position);
    await revokeSessionsOf(pool, caller.id, token);
  },
  answer: () => ({ message: 'Password changed successfully', data: {} }),
});
