import { type DescribedFields, type Descriptions, firstValues, newValues } from '../language/describe.ts';
import type { UserDetails, UserEvent } from './events.ts';

const fields: DescribedFields<UserDetails> = {
  username: { label: 'Username' },
  fullName: { label: 'Full Name' },
  email: { label: 'Email' },
  phone: { label: 'Phone' },
  role: { label: 'Role' },
  department: { label: 'Department' },
  notes: { label: 'Notes' },
  isActive: { label: 'Active' },
  canSeeLeadsOfAllOperators: { label: 'Can see leads of all operators' },
};

/** Each event of a user for people. */
export const userDescriptions: Descriptions<UserEvent> = {
  UserCreated: ({ details }, names) => ({
    text: 'User created',
    changes: firstValues(fields, details, names),
  }),
  UserEdited: ({ changes }, names) => ({ text: 'User edited', changes: newValues(fields, changes, names) }),
  UserPasswordChanged: () => ({ text: 'Password changed', changes: [] }),
  UserInvited: () => ({ text: 'Invited to set a password by a mailed link', changes: [] }),
  UserInvitedToOrganization: () => ({ text: 'Invited to set a password by a mailed link', changes: [] }),
  UserPasswordLinkIssued: () => ({ text: 'A link to set a new password was mailed', changes: [] }),
  UserPasswordSetByLink: () => ({
    text: 'Password set with the mailed link; all sessions were ended',
    changes: [],
  }),
  UserLeadsHandedOver: ({ operators }) => ({
    text:
      operators.length === 0
        ? 'Leads unassigned'
        : `Leads handed over to ${operators.map(({ name }) => name).join(', ')}`,
    changes: [],
  }),
  UserSessionsRevoked: ({ which }) => ({
    text: which === 'one' ? 'A session was ended' : 'All other sessions were ended',
    changes: [],
  }),
  UserDeleted: () => ({ text: 'User deleted', changes: [] }),
};
