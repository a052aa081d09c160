import { randomUUID } from 'node:crypto';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import type { EventStore, NewEvent, Position } from '@crm/platform/event-store/port.ts';

/** What a load did; `took` are the times of its calls in milliseconds, `cpuMs` is the processor time of this process. */
export type Done = { count: number; seconds: number; cpuMs: number; took: number[] };

/** Repeats a write for `ms`, with so many in flight. */
export function writeFor(ms: number, inFlight: number, write: () => Promise<unknown>): Promise<Done> {
  return timed(async () => {
    const took: number[] = [];
    const until = performance.now() + ms;
    const writer = async () => {
      while (performance.now() < until) {
        const sent = performance.now();
        await write();
        took.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, writer));
    return { count: took.length, took };
  });
}

/** Follows so many events after a position with each of the consumers; ends with the last of them. */
export function followWith(
  consumers: number,
  store: EventStore,
  after: Position,
  count: number,
): Promise<Done> {
  const follow = async () => {
    const stop = new AbortController();
    let seen = 0;
    for await (const { events } of store.follow({ after, limit: 1_000, signal: stop.signal })) {
      seen += events.length;
      if (seen >= count) stop.abort();
    }
  };
  return timed(async () => {
    await Promise.all(Array.from({ length: consumers }, follow));
    return { count, took: [] };
  });
}

/** Measures the time and the processor time of a load. */
export async function timed(load: () => Promise<Pick<Done, 'count' | 'took'>>): Promise<Done> {
  const used = process.cpuUsage();
  const started = performance.now();
  const done = await load();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  return { ...done, seconds, cpuMs: (user + system) / 1000 };
}

/** Appends so many events to a new stream. */
export async function append(store: EventStore, count: number, reserve: string[] = []): Promise<void> {
  const events = Array.from({ length: count }, sample);
  const outcome = await store.append({ stream: `bench-${randomUUID()}`, expected: 'none', events, reserve });
  if (outcome.kind !== 'appended') throw new Error(`Not appended: ${JSON.stringify(outcome)}`);
}

/** An event of about 300 bytes. */
export function sample(): NewEvent {
  return {
    id: randomUUID(),
    type: 'Sampled',
    version: 1,
    data: { text: 'x'.repeat(80) },
    meta: testMeta(PLATFORM_TENANT),
  };
}
