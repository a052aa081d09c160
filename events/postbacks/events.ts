import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';
import { Instant } from '../language/instant.ts';
import { PostbackDetails } from './details.ts';
import { DisabledReason } from './vocabulary-schemas.ts';

/** Names of the given secrets, never their values. */
const secretNames = z.array(z.string());

export const postbackEvents = {
  PostbackCreated: event(z.object({ details: PostbackDetails, isActive: z.boolean(), secrets: secretNames })),
  /** An edit that only gives secrets has no changes. */
  PostbackEdited: event(z.object({ changes: PostbackDetails.partial(), secrets: secretNames })),
  PostbackEnabled: event(z.object({})),
  /** `delivery` is the one with the 410 answer that disabled the postback, if any. */
  PostbackDisabled: event(z.object({ reason: DisabledReason, delivery: z.guid().nullable() })),
  /** A new signing secret; requests are also signed with the previous one until `previousUntil`. */
  PostbackSecretRolled: event(z.object({ previousUntil: Instant })),
  PostbackDeleted: event(z.object({})),
};
export type PostbackEvent = EventOf<typeof postbackEvents>;
