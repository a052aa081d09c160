import { z } from 'zod';
import type { EventStore, NewEvent, Position } from '../event-store/port.ts';
import { RetryLater } from '../failures/classify.ts';

/** All events of a stream that is new. */
const NewStream = z.object({ stream: z.string(), events: z.array(z.custom<NewEvent>()).min(1) });
export type NewStream = z.infer<typeof NewStream>;

/**
 * The job that appends a new stream whose process was killed before the append, or could not append. A command adds it in the
 * transaction of the rows that belong to the events, due when it has usually appended them itself.
 */
export const APPEND_NEW_STREAM = { name: 'append-new-stream', payload: NewStream, attempts: 20 };
export const APPEND_AFTER_MS = 60_000;

/** Appends a new stream. Repeatable: a second append of the same events changes nothing and has the same answer. */
export async function appendNewStream(store: EventStore, { stream, events }: NewStream): Promise<Position> {
  const outcome = await store.append({ stream, expected: 'none', events });
  if (outcome.kind !== 'appended') throw new RetryLater(`${stream} could not be appended: ${outcome.kind}`);
  return outcome.position;
}
