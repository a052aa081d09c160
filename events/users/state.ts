import { withChanges } from '../language/changes.ts';
import type { UserDetails, UserEvent } from './events.ts';

export type User =
  | { phase: 'none' }
  | { phase: 'present'; details: UserDetails; passwordLink: PasswordLink; invitation: Invitation | null }
  | { phase: 'deleted' };

/**
 * The latest mailed link to set a password. A newer one replaces it; a change of the password or email, and a
 * deactivation, void it.
 */
export type PasswordLink =
  | { kind: 'none' }
  | { kind: 'open'; id: string; expiresAt: string }
  | { kind: 'used'; id: string };

const noLink: PasswordLink = { kind: 'none' };

export type UserChanges = { [K in keyof UserDetails]?: UserDetails[K] | undefined };

/**
 * The account is the first one of a new organisation, or joins the organisation of the admin who creates it. A user has it
 * until the account gets its first password.
 */
export type Invitation =
  | { into: 'new-organization'; organizationName: string; timeZone: string | null }
  | { into: 'own-organization' };

/** The state after an event. */
export function evolve(user: User, event: UserEvent): User {
  if (event.type === 'UserCreated') {
    const { details, boughtOrganization } = event.data;
    return { phase: 'present', details, passwordLink: noLink, invitation: asBought(boughtOrganization) };
  }
  if (user.phase !== 'present') return user;
  switch (event.type) {
    case 'UserEdited':
      return {
        ...user,
        details: withChanges(user.details, event.data.changes),
        passwordLink: voidsLink(event.data.changes) ? noLink : user.passwordLink,
      };
    case 'UserPasswordChanged':
      return { ...user, passwordLink: noLink, invitation: null };
    case 'UserPasswordLinkIssued':
      return {
        ...user,
        passwordLink: { kind: 'open', id: event.data.link, expiresAt: event.data.expiresAt },
      };
    case 'UserPasswordSetByLink':
      return { ...user, passwordLink: { kind: 'used', id: event.data.link }, invitation: null };
    case 'UserInvited':
      return { ...user, invitation: { into: 'new-organization', ...event.data } };
    case 'UserInvitedToOrganization':
      return { ...user, invitation: { into: 'own-organization' } };
    case 'UserLeadsHandedOver':
    case 'UserSessionsRevoked':
      return user;
    case 'UserDeleted':
      return { phase: 'deleted' };
    default:
      return event satisfies never;
  }
}

/** The buyer of an organisation is mailed the link by the purchase, and invited again like its first admin. */
const asBought = (organizationName: string | undefined): Invitation | null =>
  organizationName === undefined ? null : { into: 'new-organization', organizationName, timeZone: null };

const voidsLink = (changes: UserChanges) => changes.isActive === false || changes.email !== undefined;
