import { z } from 'zod';
import { UserId } from '../ids.ts';
import { type EventOf, event } from '../language/define.ts';

/** Successful and failed sign-ins are events; tokens and passwords never are. */
export const sessionEvents = {
  SignedIn: event(z.object({ userId: UserId })),
  SignInFailed: event(
    z.object({
      email: z.string(),
      reason: z.enum(['unknown-account', 'wrong-password', 'inactive', 'too-many']),
    }),
  ),
  SignedOut: event(z.object({ userId: UserId })),
};
export type SessionEvent = EventOf<typeof sessionEvents>;
