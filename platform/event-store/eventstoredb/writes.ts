import { setTimeout as sleep } from 'node:timers/promises';
import type { WriteAnswer, Written } from './batch-append.ts';
import type { Client, Read } from './client.ts';
import { ReadFailed } from './failure.ts';
import type { LogPosition } from './position.ts';

/** Reads and writes single streams. */
export type Streams = Pick<Client, 'append' | 'readStream'>;

export type Settled =
  /** `found`: the answer was lost, and the events were found by a read. */
  | { kind: 'written'; revision: number; position: LogPosition; found: boolean }
  | Extract<WriteAnswer, { kind: 'wrong-version' | 'too-large' }>
  | { kind: 'unavailable'; reason: string }
  | { kind: 'unknown'; reason: string };

const SETTLE_AFTER_MS = [20, 100, 500, 1_500];

/**
 * Writes to a stream and retries until the result is known, or the retries end. After a lost answer it reads the stream
 * for the same ids, and sends the same append again: the server recognises a repeat by ids and expected revision. Never
 * throws for failures of the server or the connection.
 */
export async function settledWrite(
  client: Streams,
  stream: string,
  expected: number | 'none',
  events: readonly Written[],
): Promise<Settled> {
  let answer = await client.append(stream, expected, events);
  const sent = answer.kind !== 'refused';
  for (const pause of SETTLE_AFTER_MS) {
    const settled = settledBy(answer);
    if (settled) return settled;
    if (answer.kind === 'refused' && !sent) return { kind: 'unavailable', reason: answer.reason };
    await sleep(pause * (0.5 + Math.random()));
    try {
      const there = await eventsAfter(client, stream, expected, events.length);
      const last = there.at(-1);
      const same = there.length === events.length && there.every(({ id }, n) => id === events[n]?.id);
      if (last && same)
        return { kind: 'written', revision: last.revision, position: last.position, found: true };
    } catch (error) {
      if (!(error instanceof ReadFailed)) throw error;
      answer = { kind: 'lost', reason: error.message };
      continue;
    }
    answer = await client.append(stream, expected, events);
  }
  const reason = answer.kind === 'lost' || answer.kind === 'refused' ? answer.reason : 'The answer was lost';
  return settledBy(answer) ?? { kind: 'unknown', reason };
}

/** The result that an answer gives; null if it gives none. */
function settledBy(answer: WriteAnswer): Settled | null {
  if (answer.kind === 'wrong-version' || answer.kind === 'too-large') return answer;
  if (answer.kind === 'written' && answer.position)
    return { ...answer, position: answer.position, found: false };
  return null;
}

/** Reads a stream after a revision, at most `limit` events. Throws ReadFailed. */
export async function eventsAfter(
  client: Pick<Streams, 'readStream'>,
  stream: string,
  revision: number | 'none',
  limit?: number,
): Promise<Read[]> {
  const found: Read[] = [];
  await client.readStream(
    stream,
    { from: revision === 'none' ? 0 : revision + 1, ...(limit !== undefined && { limit }) },
    (event) => found.push(event) > 0,
  );
  return found;
}

/** The last event of a stream; null if the stream does not exist. Throws ReadFailed. */
export async function lastOf(client: Pick<Streams, 'readStream'>, stream: string): Promise<Read | null> {
  let last: Read | null = null;
  await client.readStream(stream, { limit: 1, backwards: true }, (event) => {
    last = event;
    return true;
  });
  return last;
}
