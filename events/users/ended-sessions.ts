import { z } from 'zod';
import type { UserEvent } from './events.ts';

/** Sessions of a user: one, or all of those that are older than an event, except `kept`. */
export const EndedSessions = z.discriminatedUnion('which', [
  z.object({ which: z.literal('one'), session: z.string() }),
  z.object({ which: z.literal('all'), kept: z.string().nullable() }),
]);
export type EndedSessions = z.infer<typeof EndedSessions>;

const all: EndedSessions = { which: 'all', kept: null };

/**
 * The sessions that an event of a user ends; null if none.
 *
 * @param isOwn whether the user caused the event. Then one session may be kept, which events of older releases do not name:
 *   these end none.
 */
export function endedSessions(event: UserEvent, isOwn: boolean): EndedSessions | null {
  const allBut = (kept: string | undefined): EndedSessions | null => {
    if (kept !== undefined) return { which: 'all', kept };
    return isOwn ? null : all;
  };
  switch (event.type) {
    case 'UserEdited':
      return event.data.changes.isActive === false ? all : null;
    case 'UserPasswordChanged':
      return allBut(event.data.kept);
    case 'UserSessionsRevoked': {
      const { which, ended, kept } = event.data;
      if (which === 'all-others') return allBut(kept);
      return ended === undefined ? null : { which: 'one', session: ended };
    }
    case 'UserPasswordSetByLink':
    case 'UserDeleted':
      return all;
    case 'UserCreated':
    case 'UserInvited':
    case 'UserInvitedToOrganization':
    case 'UserPasswordLinkIssued':
    case 'UserLeadsHandedOver':
      return null;
    default:
      return event satisfies never;
  }
}
