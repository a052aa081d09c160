import { z } from 'zod';
import { UserId } from '../ids.ts';
import { type EventOf, event } from '../language/define.ts';
import { Instant } from '../language/instant.ts';

/** Why a viewing ended: stopped by the viewer, its time was over, or the viewer's session ended. */
const EndReason = z.enum(['stopped', 'expired', 'signed-out']);
export type EndReason = z.infer<typeof EndReason>;

/** A super admin looked at an organisation's console as one of its admins, read only. The viewer is the actor of the start. */
export const viewingEvents = {
  ViewingStarted: event(
    z.object({ viewer: UserId, admin: UserId, adminName: z.string(), expiresAt: Instant }),
  ),
  ViewingEnded: event(z.object({ reason: EndReason })),
};
export type ViewingEvent = EventOf<typeof viewingEvents>;
