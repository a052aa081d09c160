import type { Descriptions } from '../language/describe.ts';
import type { SessionEvent } from './events.ts';

type FailureReason = Extract<SessionEvent, { type: 'SignInFailed' }>['data']['reason'];

const failureReasons: Record<FailureReason, string> = {
  'unknown-account': 'No user has this email',
  'wrong-password': 'Wrong password',
  inactive: 'The user is inactive',
  'too-many': 'Too many failed attempts',
};

/** Each event of a session for people. The signed-in user is the actor of the event. */
export const sessionDescriptions: Descriptions<SessionEvent> = {
  SignedIn: () => ({ text: 'Signed in', changes: [] }),
  SignInFailed: ({ email, reason }) => ({
    text: `Sign-in failed for ${email}`,
    changes: [],
    reason: failureReasons[reason],
  }),
  SignedOut: () => ({ text: 'Signed out', changes: [] }),
};
