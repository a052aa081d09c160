import { z } from 'zod';
import type { RecordedEvent } from '../event-store/port.ts';

/** The event that a job was added for. Events of the job name it, so that the audit history finds the beginning. */
export const Cause = z.object({
  causationId: z.string(),
  correlationId: z.string(),
  traceparent: z.string().optional(),
});
export type Cause = z.infer<typeof Cause>;

export const causeOf = ({ id, meta }: Pick<RecordedEvent, 'id' | 'meta'>): Cause => ({
  causationId: id,
  correlationId: meta.correlationId,
  ...(meta.traceparent !== undefined && { traceparent: meta.traceparent }),
});

const Caused = z.looseObject({ cause: Cause });

/** The cause in the payload of a job; undefined for a job without one. */
export const causeIn = (payload: unknown): Cause | undefined => Caused.safeParse(payload).data?.cause;
