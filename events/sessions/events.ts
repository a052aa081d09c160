import { z } from 'zod';
import { UserId } from '../ids.ts';
import { type EventOf, event } from '../language/define.ts';

/** Successful and failed sign-ins, and requests for a new password, are events; tokens and passwords never are. */
export const sessionEvents = {
  SignedIn: event(z.object({ userId: UserId })),
  SignInFailed: event(
    z.object({
      email: z.string(),
      reason: z.enum(['unknown-account', 'wrong-password', 'inactive', 'too-many']),
    }),
  ),
  /** A person asked for a mailed link to set a new password. Only an active account gets one. */
  PasswordLinkRequested: event(
    z.object({
      email: z.string(),
      userId: UserId.nullable(),
      account: z.enum(['active', 'inactive', 'unknown']),
    }),
  ),
  /** A link to set a new password was opened and not accepted. `userId` is null for an unknown or replaced link. */
  PasswordLinkRefused: event(
    z.object({ userId: UserId.nullable(), reason: z.enum(['wrong', 'used', 'expired', 'tenant-suspended']) }),
  ),
  SignedOut: event(z.object({ userId: UserId })),
};
export type SessionEvent = EventOf<typeof sessionEvents>;
