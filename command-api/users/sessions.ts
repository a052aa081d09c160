import { revokeOtherSessions, revokeSession } from '@crm/contracts/users/sessions.ts';
import { UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { userCommand } from '../handle/aggregate-commands.ts';
import { endSessionsOf, hasSession, sessionIdOf } from '../sessions/sessions.ts';
import { accountLock } from './account-lock.ts';

/** Users end their own sessions; admins also those of the other users of the tenant. */
const mayEnd = (caller: SignedInCaller, user: string) => caller.role === 'admin' || caller.id === user;

/** Ends one session of a user. Refuses with 'user-not-found' or 'session-not-found'. */
export const revokeOne = userCommand({
  endpoint: revokeSession,
  policy: everyUser,
  lock: accountLock,
  plan: ({ params, caller }, { pool }) => {
    if (!mayEnd(caller, params.id)) return refused('user-not-found');
    return {
      stream: userStream(UserId.parse(params.id)),
      command: { type: 'RevokeSessions', sessions: { which: 'one', session: params.sessionId } },
      allowed: async () =>
        (await hasSession(pool, caller.tenant, params)) ? null : refused('session-not-found'),
    };
  },
  after: async ({ params, caller }, position, { db }, events) => {
    await endSessionsOf(UserId.parse(params.id), caller, { events, position, db });
  },
  answer: () => ({ message: 'Session ended', data: {} }),
});

/** Ends all sessions of a user except the caller's. Refuses with 'user-not-found'. */
export const revokeOthers = userCommand({
  endpoint: revokeOtherSessions,
  policy: everyUser,
  lock: accountLock,
  plan: async ({ params, caller }, { pool }) => {
    if (!mayEnd(caller, params.id)) return refused('user-not-found');
    const kept = caller.id === params.id ? await sessionIdOf(pool, caller) : null;
    return {
      stream: userStream(UserId.parse(params.id)),
      command: { type: 'RevokeSessions', sessions: { which: 'all', kept } },
    };
  },
  after: async ({ params, caller }, position, { db }, events) => {
    await endSessionsOf(UserId.parse(params.id), caller, { events, position, db });
  },
  answer: () => ({ message: 'All other sessions ended', data: {} }),
});
