import { pause, pauseAfter } from '../../failures/pause.ts';
import type { Log } from '../../log/log.ts';
import type { EventBatch, Position, RecordedEvent } from '../port.ts';
import type { Client } from './client.ts';
import { recordedOf } from './events.ts';
import type { ReadFailure } from './failure.ts';
import { logPositionOf } from './position.ts';
import { BATCH_BYTES, weightOf } from './read.ts';

/** The server sends events one by one: a reader waits this long after the first one, to collect a batch. */
const GATHER_MS = 5;
/** Maximum number of buffered events; at this number the subscription is paused. */
const MOST_WAITING = 4_000;

/** Yields every event of the product after a position, in order, until the signal aborts. */
export type Subscribe = (options: {
  after: Position;
  /** Events per batch, at most. */
  limit: number;
  signal: AbortSignal;
}) => AsyncGenerator<EventBatch, void, void>;

/**
 * Yields all events of the product after a position, as the port's `follow` does, from a subscription to $all. When it
 * ends (a restart, a lost connection, a server that found us too slow), this opens it again after the last yielded event.
 * Buffered events are yielded first, so no event is skipped; received duplicates are dropped, so none is repeated.
 */
export async function* subscribed(
  client: Client,
  seen: { note(position: Position): void },
  log: Log | null,
  { signal, ...options }: Parameters<Subscribe>[0],
): AsyncGenerator<EventBatch, void, void> {
  let after = options.after;
  let failures = 0;
  while (!signal.aborted) {
    const received = receive(client, after);
    try {
      for (;;) {
        const events = await received.take(options.limit, signal);
        if (signal.aborted) return;
        const last = events.at(-1);
        if (!last) break;
        if (failures > 0) log?.info('The event store can be followed again');
        failures = 0;
        after = last.position;
        seen.note(after);
        yield { events, upTo: after };
        if (signal.aborted) return;
      }
    } finally {
      received.cancel();
    }
    const { reason } = received.failure() ?? { reason: 'no reason given' };
    // The server also ends a subscription that is slow for a moment. That is no outage: resume at once.
    const slow = /too slow/.test(reason);
    if (!slow && failures === 0) log?.warn({ reason }, 'The event store cannot be followed; trying again');
    await pause(slow ? Math.random() * GATHER_MS : pauseAfter(failures), signal);
    if (!slow) failures += 1;
  }
}

/** A subscription that buffers events, and pauses while the buffer is full. */
function receive(client: Client, after: Position) {
  let waiting: { event: RecordedEvent; bytes: number }[] = [];
  let bytes = 0;
  let last = after;
  let failure: ReadFailure | null = null;
  let paused = false;
  let firstAt = 0;
  let wake: () => void = () => {};

  const subscription = client.subscribe(
    logPositionOf(after),
    (read) => {
      const event = recordedOf(read);
      if (!event || event.position <= last) return;
      last = event.position;
      const weight = weightOf(event.data);
      if (waiting.length === 0) firstAt = performance.now();
      waiting.push({ event, bytes: weight });
      bytes += weight;
      if (!paused && (waiting.length >= MOST_WAITING || bytes >= BATCH_BYTES)) {
        paused = true;
        subscription.pause();
      }
      wake();
    },
    (ended) => {
      failure = ended;
      wake();
    },
  );

  return {
    failure: () => failure,
    cancel: () => subscription.cancel(),
    /** @returns 1 to `limit` events; none if the subscription ended or the signal aborted */
    async take(limit: number, signal: AbortSignal): Promise<RecordedEvent[]> {
      while (waiting.length === 0 && failure === null && !signal.aborted) await woken(signal);
      const early = firstAt + GATHER_MS - performance.now();
      if (early > 0 && waiting.length < limit && failure === null && !signal.aborted) {
        await pause(early, signal);
      }
      let count = 0;
      for (let taken = 0; count < limit && count < waiting.length && taken < BATCH_BYTES; count += 1) {
        taken += waiting[count]?.bytes ?? 0;
        bytes -= waiting[count]?.bytes ?? 0;
      }
      const events = waiting.slice(0, count).map(({ event }) => event);
      waiting = waiting.slice(count);
      if (paused && waiting.length < MOST_WAITING / 2 && bytes < BATCH_BYTES / 2) {
        paused = false;
        subscription.resume();
      }
      return events;
    },
  };

  function woken(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        wake = () => {};
        signal.removeEventListener('abort', go);
        resolve();
      };
      wake = go;
      signal.addEventListener('abort', go);
    });
  }
}
