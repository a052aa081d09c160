import { expect, test } from 'vitest';
import { UserId } from '../ids.ts';
import { described } from '../test/described.ts';
import { sessionDescriptions } from './describe.ts';
import type { SessionEvent } from './events.ts';

const userId = UserId.parse('a0000000-0000-4000-8000-000000000001');
const email = 'priya@example.test';

test.each<{ event: SessionEvent; lines: string[] }>([
  { event: { type: 'SignedIn', data: { userId } }, lines: ['Signed in'] },
  {
    event: { type: 'SignInFailed', data: { email, reason: 'wrong-password' } },
    lines: ['Sign-in failed for priya@example.test', 'Reason: Wrong password'],
  },
  {
    event: { type: 'SignInFailed', data: { email, reason: 'too-many' } },
    lines: ['Sign-in failed for priya@example.test', 'Reason: Too many failed attempts'],
  },
  {
    event: { type: 'PasswordLinkRequested', data: { email, userId, account: 'active' } },
    lines: ['A link to set a new password was requested for priya@example.test'],
  },
  {
    event: { type: 'PasswordLinkRequested', data: { email, userId: null, account: 'unknown' } },
    lines: [
      'A link to set a new password was requested for priya@example.test',
      'Reason: Nothing was mailed: no user has this email',
    ],
  },
  {
    event: { type: 'PasswordLinkRefused', data: { userId, reason: 'expired' } },
    lines: ['A link to set a new password was refused', 'Reason: The link has expired'],
  },
  { event: { type: 'SignedOut', data: { userId } }, lines: ['Signed out'] },
])('describes $event.type', ({ event, lines }) =>
  expect(described(sessionDescriptions, event)).toEqual(lines),
);
