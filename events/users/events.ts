import { z } from 'zod';
import { roles } from '../envelope/envelope.ts';
import { type EventOf, event } from '../language/define.ts';
import { Instant } from '../language/instant.ts';
import { OperatorRef } from '../leads/events.ts';

export const UserDetails = z.object({
  username: z.string(),
  email: z.string(),
  fullName: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  department: z.string().nullable(),
  notes: z.string().nullable(),
  isActive: z.boolean(),
  canSeeLeadsOfAllOperators: z.boolean(),
});
export type UserDetails = z.infer<typeof UserDetails>;

/** A password is never in an event; the fact that it was set or changed is, with its actor. */
export const userEvents = {
  UserCreated: event(
    z.object({
      details: UserDetails,
      /**
       * The name of the organisation that was bought with the account. The account has no password; the mail that follows the
       * purchase has a link that sets it (workers/payments/mails.ts).
       */
      boughtOrganization: z.string().optional(),
    }),
  ),
  UserEdited: event(z.object({ changes: UserDetails.partial() })),
  /**
   * All sessions of the user ended, except `kept`, in which the user changed the own password. It is absent when an admin changed
   * the password, and in events of older releases.
   */
  UserPasswordChanged: event(z.object({ kept: z.uuid().optional() })),
  /**
   * A super admin created the account without a password, together with its organisation; a mail with a link that sets the
   * password follows (workers/tenants/invite.ts). Also for a changed email or a reactivation before the account has a password,
   * then as well if the organisation was bought.
   */
  UserInvited: event(z.object({ organizationName: z.string(), timeZone: z.string().nullable() })),
  /**
   * An admin created the account without a password; a mail with a link that sets it follows (workers/users/invite.ts). Also
   * for a changed email or a reactivation before the account has a password.
   */
  UserInvitedToOrganization: event(z.object({})),
  /** A mail with a link to set a new password was queued. `link` names it; its token is in no event. */
  UserPasswordLinkIssued: event(z.object({ link: z.uuid(), expiresAt: Instant })),
  /** The holder of the link set a new password; all sessions of the user ended. */
  UserPasswordSetByLink: event(z.object({ link: z.uuid() })),
  /**
   * An admin decided what becomes of the leads of an operator who is deactivated or deleted, or becomes an admin: they are handed
   * over to these operators in turns, or unassigned if there are none. `name` is the operator's name at that moment.
   */
  UserLeadsHandedOver: event(z.object({ name: z.string(), operators: z.array(OperatorRef) })),
  /**
   * The user or an admin ended sessions: one (`ended`), or all but the one of the actor (`kept`, if the sessions are the actor's).
   * Events of older releases do not name them.
   */
  UserSessionsRevoked: event(
    z.object({
      which: z.enum(['one', 'all-others']),
      ended: z.uuid().optional(),
      kept: z.uuid().optional(),
    }),
  ),
  UserDeleted: event(z.object({})),
};
export type UserEvent = EventOf<typeof userEvents>;

const changing: Record<UserEvent['type'], boolean> = {
  UserCreated: true,
  UserEdited: true,
  UserPasswordChanged: true,
  UserInvited: false,
  UserInvitedToOrganization: false,
  UserPasswordLinkIssued: false,
  UserPasswordSetByLink: true,
  UserLeadsHandedOver: false,
  UserSessionsRevoked: false,
  UserDeleted: true,
};

/**
 * Whether an event counts as a change of its user: the last one is the time of the last change. One list, because a
 * session is read from the user's stream until the user directory shows the same time.
 */
export const changesUser = ({ type }: UserEvent): boolean => changing[type];
