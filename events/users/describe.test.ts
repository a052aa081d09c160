import { expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { userDescriptions } from './describe.ts';
import {
  details,
  leadsHandedOver,
  linkIssued,
  omar,
  passwordChanged,
  passwordSetByLink,
  sessionsRevoked,
  userCreated,
  userDeleted,
  userEdited,
  userInvited,
} from './story.ts';

test.each([
  {
    event: userCreated(),
    lines: [
      'User created',
      `Username:  → ${details.username}`,
      `Full Name:  → ${details.fullName}`,
      `Email:  → ${details.email}`,
      'Role:  → operator',
      'Active:  → Yes',
      'Can see leads of all operators:  → No',
    ],
  },
  {
    event: userEdited({ role: 'admin', phone: null, canSeeLeadsOfAllOperators: true }),
    lines: ['User edited', 'Phone: ? → ', 'Role: ? → admin', 'Can see leads of all operators: ? → Yes'],
  },
  { event: passwordChanged(), lines: ['Password changed'] },
  { event: userInvited(), lines: ['Invited to set a password by a mailed link'] },
  { event: linkIssued(), lines: ['A link to set a new password was mailed'] },
  {
    event: passwordSetByLink(),
    lines: ['Password set with the mailed link; all sessions were ended'],
  },
  { event: leadsHandedOver(omar), lines: ['Leads handed over to Omar Farouk'] },
  { event: leadsHandedOver(), lines: ['Leads unassigned'] },
  { event: sessionsRevoked('one'), lines: ['A session was ended'] },
  { event: sessionsRevoked('all-others'), lines: ['All other sessions were ended'] },
  { event: userDeleted(), lines: ['User deleted'] },
])('describes $event.type', ({ event, lines }) => expect(described(userDescriptions, event)).toEqual(lines));
