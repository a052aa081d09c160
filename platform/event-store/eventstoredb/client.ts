import {
  type AllStreamSubscription,
  BACKWARDS,
  END,
  ErrorType,
  type EventData,
  EventStoreDBClient,
  FORWARDS,
  isCommandError,
  NO_STREAM,
  type ResolvedEvent,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import { whenQuiet } from '../../failures/quiet.ts';
import { addressOf, UrlWrong } from './address.ts';
import { openBatchAppends, type Written } from './batch-append.ts';
import { failedAppend, failureOf, ReadFailed, type ReadFailure } from './failure.ts';
import type { LogPosition } from './position.ts';

// Only this file, batch-append.ts and failure.ts import EventStore's client: its calls, errors and pitfalls stay here.

/** An event that was read. Its position is known for every event that a current server wrote. */
export type Read = {
  id: string;
  type: string;
  stream: string;
  revision: number;
  position: LogPosition;
  data: unknown;
  metadata: unknown;
  at: Date;
};

export type Subscription = {
  pause(): void;
  resume(): void;
  cancel(): void;
};

export type Client = ReturnType<typeof openClient>;

/** The same as the client's default. */
const DEADLINE_MS = 10_000;
/** The client sets no deadline on reads: a read without data for this time is cancelled. */
const QUIET_MS = 10_000;
/** Matches streams of the product, and neither system streams nor reservations. */
const PRODUCT_STREAMS = '^(?!\\$|reservation-)';

/**
 * Opens a client that connects at its first use. Throws UrlWrong.
 */
export function openClient(url: string) {
  const address = addressOf(url);
  const client = calmed(connected(address.url));
  const append = openBatchAppends(client, address.user, failedAppend);

  /**
   * Appends with the library's batch call. Its appends are written in the order of sending, with many in flight. Only for
   * a process that has no other client. Throws the client's error; the result is unknown then.
   */
  async function appendInOrder(
    stream: string,
    expected: number | 'none',
    events: readonly Written[],
  ): Promise<void> {
    const expectedRevision = expected === 'none' ? NO_STREAM : BigInt(expected);
    await client.appendToStream(stream, events.map(eventData), { expectedRevision, deadline: DEADLINE_MS });
  }

  /** Reads a stream, oldest first, or backwards from `from` or its end; no events if it does not exist. */
  async function readStream(
    stream: string,
    options: { from?: number; limit?: number; backwards?: boolean },
    take: (event: Read) => boolean,
  ): Promise<void> {
    await read(
      client.readStream(stream, {
        maxCount: options.limit ?? Number.MAX_SAFE_INTEGER,
        ...(options.backwards
          ? {
              direction: BACKWARDS,
              fromRevision: options.from === undefined ? END : BigInt(options.from),
            }
          : { fromRevision: options.from ? BigInt(options.from) : START }),
      }) as ReturnType<EventStoreDBClient['readAll']>, // both are streams of resolved events
      take,
    );
  }

  /**
   * Reads the whole log, system events included. Forwards it begins with the event at `from` (null: the first one),
   * backwards with the event before `from` (null: the last one).
   */
  async function readAll(
    options: { from: LogPosition | null; limit: number; backwards?: boolean; requiresLeader?: boolean },
    take: (event: Read) => boolean,
  ): Promise<void> {
    await read(
      client.readAll({
        maxCount: options.limit,
        requiresLeader: options.requiresLeader ?? false,
        ...(options.backwards
          ? { direction: BACKWARDS, fromPosition: options.from ?? END }
          : { direction: FORWARDS, fromPosition: options.from ?? START }),
      }),
      take,
    );
  }

  /**
   * Sends every event after a position to `take`, except system events and reservations. Calls `ended` once, when no
   * more events will come.
   */
  function subscribe(
    after: LogPosition | null,
    take: (event: Read) => void,
    ended: (failure: ReadFailure) => void,
  ): Subscription {
    const opened: AllStreamSubscription = client.subscribeToAll(
      {
        fromPosition: after ?? START,
        // Large windows: checkpoints are useless here, because they arrive before the preceding events are handled.
        filter: streamNameFilter({ regex: PRODUCT_STREAMS, maxSearchWindow: 500, checkpointInterval: 100 }),
      },
      { highWaterMark: 64 },
    );
    let over = false;
    const end = (failure: ReadFailure) => {
      if (over) return;
      over = true;
      ended(failure);
    };
    opened.on('data', (resolved: ResolvedEvent) => {
      const event = over ? null : readOf(resolved);
      if (event) take(event);
    });
    opened.on('error', (error) => end(failureOf(error)));
    opened.on('end', () => end({ kind: 'unavailable', reason: 'The server ended the subscription' }));
    return {
      pause: () => void opened.pause(),
      resume: () => void opened.resume(),
      cancel() {
        over = true;
        void opened.unsubscribe().catch(() => {});
      },
    };
  }

  return { address, append, appendInOrder, readStream, readAll, subscribe, close: () => end(client) };
}

/** Passes events to `take` until it returns false. Throws ReadFailed. */
async function read(
  reading: ReturnType<EventStoreDBClient['readAll']>,
  take: (event: Read) => boolean,
): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      const waiting = whenQuiet(QUIET_MS, () => reject(new Error(`No answer for ${QUIET_MS} ms`)));
      let isSettled = false;
      const settle = (done: () => void) => {
        isSettled = true;
        waiting.stop();
        done();
      };
      reading.on('data', (resolved: ResolvedEvent) => {
        if (isSettled) return; // events that the stream had in memory
        waiting.heard();
        const event = readOf(resolved);
        if (event && !take(event)) settle(resolve);
      });
      reading.once('end', () => settle(resolve));
      reading.on('error', (error) => settle(() => reject(error)));
    });
  } catch (error) {
    if (error instanceof Error && isCommandError(error) && error.type === ErrorType.STREAM_NOT_FOUND) return;
    throw new ReadFailed(failureOf(error));
  } finally {
    reading.removeAllListeners('data');
    void reading.cancel().catch(() => {});
  }
}

/** The client checks setting values at creation. Its error messages quote a setting, never the user or password. */
function connected(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch (error) {
    throw new UrlWrong(`EVENTSTORE_URL cannot be used (${error instanceof Error ? error.message : error})`);
  }
}

/**
 * After a failed call, the client checks its connection and ignores the returned promise: a rejection there would be
 * unhandled and end the process.
 */
function calmed(client: EventStoreDBClient): EventStoreDBClient {
  const { handleError } = client as unknown as { handleError: (...args: unknown[]) => Promise<void> };
  return Object.assign(client, {
    handleError: (...args: unknown[]) => handleError(...args).catch(() => {}),
  });
}

/** Ends a client's calls and its connection. The client has no public method to close the connection. */
async function end(client: EventStoreDBClient): Promise<void> {
  await client.dispose();
  const { getChannel } = client as unknown as { getChannel: () => Promise<{ close(): void }> };
  await getChannel().then(
    (channel) => channel.close(),
    () => {}, // there was no connection
  );
}

const eventData = ({ id, type, data, metadata }: Written): EventData =>
  // A cast at the library boundary: the client's type requires an object as data, but it sends any JSON value.
  ({ id, type, contentType: 'application/json', data, metadata }) as EventData;

function readOf({ event }: ResolvedEvent): Read | null {
  if (!event?.position) return null;
  const { id, type, streamId, revision, position, data, metadata, created } = event;
  return { id, type, stream: streamId, revision: Number(revision), position, data, metadata, at: created };
}
