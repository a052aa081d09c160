import type { Descriptions } from '../language/describe.ts';
import type { SessionEvent } from './events.ts';

type FailureReason = Extract<SessionEvent, { type: 'SignInFailed' }>['data']['reason'];

const failureReasons: Record<FailureReason, string> = {
  'unknown-account': 'No user has this email',
  'wrong-password': 'Wrong password',
  inactive: 'The user is inactive',
  'too-many': 'Too many failed attempts',
};

type LinkRequest = Extract<SessionEvent, { type: 'PasswordLinkRequested' }>['data'];

const notMailed: Record<LinkRequest['account'], string | null> = {
  active: null,
  inactive: 'Nothing was mailed: the user is inactive',
  unknown: 'Nothing was mailed: no user has this email',
};

type LinkRefused = Extract<SessionEvent, { type: 'PasswordLinkRefused' }>['data'];

const linkReasons: Record<LinkRefused['reason'], string> = {
  wrong: 'The link is unknown, or was replaced or withdrawn',
  used: 'The link was used already',
  expired: 'The link has expired',
  'tenant-suspended': 'The organization is suspended',
};

/** Each event of a session for people. The signed-in user is the actor of the event. */
export const sessionDescriptions: Descriptions<SessionEvent> = {
  SignedIn: () => ({ text: 'Signed in', changes: [] }),
  SignInFailed: ({ email, reason }) => ({
    text: `Sign-in failed for ${email}`,
    changes: [],
    reason: failureReasons[reason],
  }),
  PasswordLinkRequested: ({ email, account }) => {
    const reason = notMailed[account];
    return {
      text: `A link to set a new password was requested for ${email}`,
      changes: [],
      ...(reason !== null && { reason }),
    };
  },
  PasswordLinkRefused: ({ reason }) => ({
    text: 'A link to set a new password was refused',
    changes: [],
    reason: linkReasons[reason],
  }),
  SignedOut: () => ({ text: 'Signed out', changes: [] }),
};
