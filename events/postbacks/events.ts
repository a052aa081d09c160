import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';
import { PostbackDetails } from './details.ts';
import { DisabledReason } from './vocabulary.ts';

/** Names of secrets that were given with it, never their values. */
const given = z.array(z.string());

export const postbackEvents = {
  PostbackCreated: event(z.object({ details: PostbackDetails, isActive: z.boolean(), secrets: given })),
  /** An edit that gives secrets alone changes nothing else. */
  PostbackEdited: event(z.object({ changes: PostbackDetails.partial(), secrets: given })),
  PostbackEnabled: event(z.object({})),
  /** Of one that the partner's 410 turned off, the delivery that was answered so. */
  PostbackDisabled: event(z.object({ reason: DisabledReason, delivery: z.guid().nullable() })),
  /** A new signing secret; the one before signs, too, until then. */
  PostbackSecretRolled: event(z.object({ previousUntil: z.iso.datetime() })),
  PostbackDeleted: event(z.object({})),
};
export type PostbackEvent = EventOf<typeof postbackEvents>;
