import { UserId } from '../ids.ts';
import type { OperatorRef } from '../leads/events.ts';
import { storiesOf } from '../test/story.ts';
import { userDecider } from './decide.ts';
import type { UserDetails, UserEvent } from './events.ts';

/** Test fixtures for users. */
export const given = storiesOf(userDecider);

export const admin = UserId.parse('a0000000-0000-4000-8000-000000000009');
export const priya = UserId.parse('a0000000-0000-4000-8000-000000000001');

export const details: UserDetails = {
  username: 'priya',
  email: 'priya@example.test',
  fullName: 'Priya Nair',
  phone: null,
  role: 'operator',
  department: null,
  notes: null,
  isActive: true,
  canSeeLeadsOfAllOperators: false,
};

export const userCreated = (more: { boughtOrganization?: string } = {}): UserEvent => ({
  type: 'UserCreated',
  data: { details, ...more },
});
export const userEdited = (changes: Partial<UserDetails>): UserEvent => ({
  type: 'UserEdited',
  data: { changes },
});
export const session = 'c0000000-0000-4000-8000-000000000001';
/** @param kept the session of the user who changed the own password */
export const passwordChanged = (kept?: string): UserEvent => ({
  type: 'UserPasswordChanged',
  data: kept === undefined ? {} : { kept },
});
export const link = 'b0000000-0000-4000-8000-000000000001';
export const linkIssued = (expiresAt = '2026-11-23T10:00:00.000Z', id = link): UserEvent => ({
  type: 'UserPasswordLinkIssued',
  data: { link: id, expiresAt },
});
export const passwordSetByLink = (): UserEvent => ({ type: 'UserPasswordSetByLink', data: { link } });
export const omar = { id: UserId.parse('a0000000-0000-4000-8000-000000000002'), name: 'Omar Farouk' };
export const invitation = { organizationName: 'Gulf Sales', timeZone: 'Asia/Dubai' };
export const userInvited = (): UserEvent => ({ type: 'UserInvited', data: invitation });
export const userInvitedToOrganization = (): UserEvent => ({ type: 'UserInvitedToOrganization', data: {} });
export const leadsHandedOver = (...operators: OperatorRef[]): UserEvent => ({
  type: 'UserLeadsHandedOver',
  data: { name: details.fullName, operators },
});
export const sessionsRevoked = (
  which: 'one' | 'all-others',
  named: { ended?: string; kept?: string } = {},
): UserEvent => ({ type: 'UserSessionsRevoked', data: { which, ...named } });
export const userDeleted = (): UserEvent => ({ type: 'UserDeleted', data: {} });
