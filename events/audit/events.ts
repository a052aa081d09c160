import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';
import { Instant } from '../language/instant.ts';

/** Refused calls of one kind: only the route, the refusal and the number, and nothing of the requests. */
export const RefusedCalls = z.object({
  /** Method and path of the route: `PUT /leads/:id`. */
  call: z.string(),
  /** The code of the answer: `bad-input`. */
  refusal: z.string(),
  count: z.int().min(1),
});
export type RefusedCalls = z.infer<typeof RefusedCalls>;

export const auditEvents = {
  /** The commands of an organisation that one process refused in a period, at most a minute. */
  CommandsRefused: event(z.object({ since: Instant, until: Instant, refused: z.array(RefusedCalls) })),
  /** A super admin asked to apply failed events again: those of one projection or reaction, or all. */
  DeadLettersRetried: event(z.object({ consumer: z.string().nullable() })),
};
export type AuditEvent = EventOf<typeof auditEvents>;
