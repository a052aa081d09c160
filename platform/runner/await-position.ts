import type { Pool } from 'pg';
import type { EventStore, Position } from '../event-store/port.ts';
import { RetryLater } from '../failures/classify.ts';
import { createProgress, waitForGiven } from './progress.ts';

/** How long a job waits before it is tried again. */
const WAIT_MS = 5_000;

/**
 * Waits in a job until read models show the event that has caused it.
 * @param position of the event, as its reaction stored it
 * @throws RetryLater while one of them is behind
 */
export async function awaitPosition(
  { pool, store }: { pool: Pool; store: Pick<EventStore, 'head'> },
  names: readonly string[],
  position: string,
): Promise<void> {
  const waitFor = waitForGiven(createProgress(pool), store);
  // A cast at the edge of the queue, whose payloads are texts.
  const seen = await waitFor(names, position as Position, { timeoutMs: WAIT_MS });
  if (seen === 'stale') throw new RetryLater(`The read models are behind: one of ${names.join(', ')}`);
}
