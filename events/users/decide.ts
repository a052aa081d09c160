import type { UserId } from '../ids.ts';
import { changedFields } from '../language/changes.ts';
import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import type { OperatorRef } from '../leads/events.ts';
import type { EndedSessions } from './ended-sessions.ts';
import type { UserDetails, UserEvent } from './events.ts';
import { evolve, type Invitation, type PasswordLink, type User, type UserChanges } from './state.ts';

export type UserCommand =
  /** `invitation` and `boughtOrganization`: the account gets its password by a mailed link. */
  | { type: 'CreateUser'; details: UserDetails; invitation?: Invitation; boughtOrganization?: string }
  /** Users may edit themselves, including their username, but not deactivate themselves or change their own role. */
  | {
      type: 'EditUser';
      id: UserId;
      by: UserId;
      changes: UserChanges;
      passwordChanged: boolean;
      /**
       * Whether the caller gave the current password, which a change of the own email or password needs: a stolen session
       * must not become the account. Null where the call cannot have it.
       */
      confirmed: boolean | null;
      lastInRole: LastInRole;
      leads?: LeadsHandOver;
    }
  /** `kept`: the session of the call; null if it ended meanwhile. */
  | { type: 'ChangeOwnPassword'; kept: string | null }
  /** Does nothing for an inactive user. `email`: the address that the link is mailed to, as it was read before. */
  | { type: 'IssuePasswordLink'; link: string; email: string; expiresAt: string }
  | { type: 'SetPasswordByLink'; link: string; now: Date }
  | { type: 'RevokeSessions'; sessions: EndedSessions }
  /** `by` is null when the retention period of a deleted tenant is over. */
  | { type: 'DeleteUser'; id: UserId; by: UserId | null; lastInRole: LastInRole; leads?: LeadsHandOver };

/**
 * Whether no other active user of the tenant has this user's role. Looked up if the command may end the role, else
 * false.
 */
type LastInRole = boolean;

/**
 * The operators who receive the leads of an operator who is deactivated or deleted, or becomes an admin, in turns; none: the
 * leads are unassigned. Null: the leads stay assigned.
 */
export type LeadsHandOver = readonly OperatorRef[] | null;

export type UserRefusal =
  | 'user-exists'
  | 'user-not-found'
  | 'username-locked'
  | 'password-link-wrong'
  | 'password-link-used'
  | 'password-link-expired'
  | 'current-password-required'
  | 'own-email'
  | 'own-password'
  | 'own-role'
  | 'own-activity'
  | 'own-deletion'
  | 'last-admin'
  | 'last-super-admin';

export const userDecider: Decider<User, UserCommand, UserEvent, UserRefusal> = {
  initialState: { phase: 'none' },
  evolve,

  decide(command, user): Decision<UserEvent, UserRefusal> {
    if (command.type === 'CreateUser') {
      if (user.phase !== 'none') return refuse('user-exists');
      const { details, invitation, boughtOrganization } = command;
      const data = { details, ...(boughtOrganization !== undefined && { boughtOrganization }) };
      return accept<UserEvent>({ type: 'UserCreated', data }, ...(invitation ? [invited(invitation)] : []));
    }
    if (user.phase !== 'present') return refuse('user-not-found');
    switch (command.type) {
      case 'EditUser': {
        const changes = changedFields(user.details, command.changes);
        const own = command.id === command.by;
        if (!own && changes?.username !== undefined) return refuse('username-locked');
        if (own && changes?.role !== undefined) return refuse('own-role');
        if (own && changes?.isActive === false) return refuse('own-activity');
        const unconfirmed = own ? unconfirmedIn(command, changes) : null;
        if (unconfirmed) return refuse(unconfirmed);
        if (command.lastInRole && leavesRole(user.details, { ...user.details, ...changes }))
          return refuseLast(user.details);
        const edited: UserEvent[] = changes ? [{ type: 'UserEdited', data: { changes } }] : [];
        const password: UserEvent[] = command.passwordChanged
          ? [{ type: 'UserPasswordChanged', data: {} }]
          : [];
        // Of two admins who deactivate or promote the same operator, only the first one decides about the leads.
        const leaves = changes?.isActive === false || changes?.role !== undefined;
        const leads = leaves ? handedOver(user.details, command.leads) : [];
        const invitation = command.passwordChanged ? null : user.invitation;
        return accept(...edited, ...password, ...leads, ...invitedAgain(invitation, user.details, changes));
      }
      case 'ChangeOwnPassword':
        return accept({
          type: 'UserPasswordChanged',
          data: command.kept === null ? {} : { kept: command.kept },
        });
      case 'IssuePasswordLink': {
        const { link, email, expiresAt } = command;
        return user.details.isActive && user.details.email === email
          ? accept({ type: 'UserPasswordLinkIssued', data: { link, expiresAt } })
          : accept();
      }
      case 'SetPasswordByLink': {
        const problem = problemOf(user.passwordLink, command);
        if (problem) return refuse(problem);
        return accept({ type: 'UserPasswordSetByLink', data: { link: command.link } });
      }
      case 'RevokeSessions':
        return accept({ type: 'UserSessionsRevoked', data: revoked(command.sessions) });
      case 'DeleteUser': {
        if (command.id === command.by) return refuse('own-deletion');
        if (command.lastInRole && leavesRole(user.details, null)) return refuseLast(user.details);
        return accept(...handedOver(user.details, command.leads), { type: 'UserDeleted', data: {} });
      }
      default:
        return command satisfies never;
    }
  },
};

function invited(invitation: Invitation): UserEvent {
  if (invitation.into === 'own-organization') return { type: 'UserInvitedToOrganization', data: {} };
  const { organizationName, timeZone } = invitation;
  return { type: 'UserInvited', data: { organizationName, timeZone } };
}

type Revoked = Extract<UserEvent, { type: 'UserSessionsRevoked' }>['data'];

function revoked(sessions: EndedSessions): Revoked {
  if (sessions.which === 'one') return { which: 'one', ended: sessions.session };
  return { which: 'all-others', ...(sessions.kept !== null && { kept: sessions.kept }) };
}

/** The invitation of an account that has no password yet, if these changes void its link or make the account active again. */
function invitedAgain(
  invitation: Invitation | null,
  before: UserDetails,
  changes: UserChanges | null,
): UserEvent[] {
  const isActive = changes?.isActive ?? before.isActive;
  const needsLink = changes?.email !== undefined || changes?.isActive === true;
  return invitation && isActive && needsLink ? [invited(invitation)] : [];
}

/** Why the own email or password cannot be changed by this command; null when it can. */
function unconfirmedIn(
  { confirmed, passwordChanged }: { confirmed: boolean | null; passwordChanged: boolean },
  changes: UserChanges | null,
): UserRefusal | null {
  if (confirmed) return null;
  if (changes?.email !== undefined) return confirmed === null ? 'own-email' : 'current-password-required';
  return passwordChanged ? 'own-password' : null;
}

/** Why a link cannot be used any more; null when it can. A replaced or void link is no longer known here. */
function problemOf(latest: PasswordLink, { link, now }: { link: string; now: Date }): UserRefusal | null {
  if (latest.kind === 'none' || latest.id !== link) return 'password-link-wrong';
  if (latest.kind === 'used') return 'password-link-used';
  return new Date(latest.expiresAt) > now ? null : 'password-link-expired';
}

/** Only operators have leads. */
const handedOver = ({ role, fullName: name }: UserDetails, operators: LeadsHandOver = null): UserEvent[] =>
  operators && role === 'operator'
    ? [{ type: 'UserLeadsHandedOver', data: { name, operators: [...operators] } }]
    : [];

/** Whether an active admin or super admin would no longer be one. */
function leavesRole(before: UserDetails, after: UserDetails | null): boolean {
  if (!before.isActive || before.role === 'operator') return false;
  return !after?.isActive || after.role !== before.role;
}

const refuseLast = ({ role }: UserDetails) =>
  refuse(role === 'super_admin' ? 'last-super-admin' : 'last-admin');
