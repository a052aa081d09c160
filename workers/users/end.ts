import { TenantId, UserId } from '@crm/events/ids.ts';
import { idOf } from '@crm/events/streams.ts';
import { EndedSessions, endedSessions } from '@crm/events/users/ended-sessions.ts';
import { userEvents } from '@crm/events/users/events.ts';
import { endSessions } from '@crm/platform/access/end-sessions.ts';
import { job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import { z } from 'zod';

/** What ends with the event at `position`: sessions of a user, and the password of a deleted one. */
const End = z.object({
  tenant: TenantId,
  user: UserId,
  at: z.iso.datetime(),
  isDeleted: z.boolean(),
  // Jobs of older releases have neither: they end all sessions from before `at`.
  position: z.string().nullable().default(null),
  sessions: EndedSessions.default({ which: 'all', kept: null }),
});

/**
 * Ends the sessions that an event of a user ends, and removes the password of a deleted user. The command has done so after its
 * event (command-api/users, command-api/auth), unless its process was killed in between. Then a session that the history
 * shows as ended, perhaps a stolen one, would be accepted on.
 */
export const endAccess = job({
  name: 'end-access-of-user',
  payload: End,
  attempts: 10,
  async run({ tenant, user, at, isDeleted, position, sessions }, { pools }) {
    await endSessions(pools.auth, { tenant, user }, sessions, { position, at: new Date(at) });
    if (isDeleted) await pools.auth.query('delete from passwords where user_id = $1', [user]);
  },
});

export const endAccessOfUsers = reaction({
  name: 'user-ends',
  events: [
    'UserEdited',
    'UserPasswordChanged',
    'UserPasswordSetByLink',
    'UserSessionsRevoked',
    'UserDeleted',
  ],
  handle: (event, { enqueue }) => {
    const { id, position, at, meta } = event;
    const user = UserId.parse(idOf(event.stream));
    const isOwn = meta.actor.kind === 'user' && meta.actor.id === user;
    const sessions = endedSessions(decodeEvent(userEvents, event), isOwn);
    if (!sessions) return;
    const isDeleted = event.type === 'UserDeleted';
    const end = { tenant: meta.tenant, user, at: at.toISOString(), isDeleted, position, sessions };
    enqueue(endAccess, end, { key: id });
  },
});
