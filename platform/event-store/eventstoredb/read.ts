import {
  type EventBatch,
  type Position,
  type ReadAll,
  type RecordedEvent,
  START,
  StoreUnavailable,
  type StreamPart,
} from '../port.ts';
import type { Client } from './client.ts';
import { recordedOf } from './events.ts';
import { ReadFailed } from './failure.ts';
import { isPosition, logPositionOf, positionOf } from './position.ts';

/** Minimum number of events that one read with `types` scans. */
const WINDOW = 10_000;
/** A batch ends with the event that reaches this size, also below the limit. */
export const BATCH_BYTES = 8 * 1024 * 1024;
/** Each request asks for this many extra events, because the log also has system events and reservations. */
const SPARE = 64;

export async function readStream(
  client: Client,
  stream: string,
  options: { from?: number; limit?: number; backwards?: boolean },
): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  await available(
    client.readStream(stream, options, (event) => {
      const recorded = recordedOf(event);
      if (recorded) found.push(recorded);
      return true;
    }),
  );
  return found;
}

/** Maximum number of concurrent requests. */
const AT_ONCE = 32;

/** Returns the streams that exist. */
export async function existing(client: Client, streams: readonly string[]): Promise<Set<string>> {
  const parts = streams.map((stream) => ({ stream, from: 0, limit: 1 }));
  return new Set((await readStreams(client, parts)).map(({ stream }) => stream));
}

/** Reads parts of many streams. The protocol allows one stream per request. */
export async function readStreams(client: Client, parts: readonly StreamPart[]): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  const waiting = parts.values();
  const ask = async () => {
    // The concurrent requests share one iterator.
    for (const { stream, from, limit } of waiting)
      found.push(...(await readStream(client, stream, { from, limit })));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return found;
}

/** Reads the events of a stream before a revision, newest first. */
export async function readBackwards(
  client: Client,
  stream: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<RecordedEvent[]> {
  if (before !== null && before <= 0) return [];
  return readStream(client, stream, {
    limit,
    backwards: true,
    ...(before !== null && { from: before - 1 }),
  });
}

/**
 * Reads the events after a position. System events and reservations are read too, but are neither in the batch nor
 * counted in `upTo`, so that `upTo` at the end is the position of the product's last event.
 */
export async function readAll(client: Client, { after, limit, types }: ReadAll): Promise<EventBatch> {
  const window = types ? Math.max(WINDOW, limit) : limit;
  const events: RecordedEvent[] = [];
  let upTo = after;
  let from = logPositionOf(after);
  let looked = 0;
  let bytes = 0;
  for (;;) {
    let received = 0;
    let enough = false;
    const requested = Math.min(window - looked, limit * 4) + SPARE;
    await available(
      client.readAll({ from, limit: requested }, (event) => {
        received += 1;
        const recorded = recordedOf(event);
        from = event.position;
        if (!recorded || recorded.position <= upTo) return true;
        upTo = recorded.position;
        looked += 1;
        if (!types || types.includes(recorded.type)) {
          events.push(recorded);
          bytes += weightOf(recorded.data);
        }
        enough = looked >= window || events.length >= limit || bytes >= BATCH_BYTES;
        return !enough;
      }),
    );
    if (enough || received < requested) return { events, upTo };
  }
}

/** The position of the product's last event. */
export async function readHead(client: Client): Promise<Position> {
  for (let limit = 8; ; limit *= 8) {
    let received = 0;
    let head: Position | null = null;
    await client.readAll({ from: null, limit, backwards: true }, (event) => {
      received += 1;
      if (recordedOf(event)) head = positionOf(event.position);
      return head === null;
    });
    if (head !== null) return head;
    if (received < limit) return START;
  }
}

/** A forward read includes the event at the position itself; a backward read begins with the event before it. */
export async function readTime(client: Client, position: string, tenant: string): Promise<Date | null> {
  if (!isPosition(position)) return null;
  const from = logPositionOf(position);
  const found: { at?: RecordedEvent } = {};
  await available(
    client.readAll({ from, limit: 1 }, (event) => {
      const recorded = recordedOf(event);
      if (recorded?.position === position) found.at = recorded;
      return true;
    }),
  );
  const { at } = found;
  if (!at?.meta.imported || at.meta.tenant === tenant) return at?.at ?? null;
  for (let limit = 64; ; limit *= 8) {
    let received = 0;
    const before: { time?: Date } = {};
    await available(
      client.readAll({ from, limit, backwards: true }, (event) => {
        received += 1;
        const recorded = recordedOf(event);
        if (recorded && !recorded.meta.imported) before.time = recorded.at;
        return before.time === undefined;
      }),
    );
    if (before.time) return before.time;
    if (received < limit) return null;
  }
}

/** Approximate size of a value as JSON, in bytes. The client does not keep the original text. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let weight = 2;
  for (const key in value) weight += key.length + weightOf(Reflect.get(value, key));
  return weight;
}

export async function available<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReadFailed) throw new StoreUnavailable(error.message, { cause: error });
    throw error;
  }
}
