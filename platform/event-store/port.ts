import type { EventMeta } from '@crm/events/envelope/envelope.ts';

declare const position: unique symbol;
/**
 * A position in the whole store: opaque, and comparable as text. Each adapter writes it with a fixed width (Postgres:
 * the row's position; EventStoreDB: commit and prepare), so that `<` on the text is the order of events.
 */
export type Position = string & { readonly [position]: true };

/** The position before the first event; sorts before every other position. */
export const START = '' as Position; // a cast: the only constant position

/** The later of two positions, either of which may be unknown. */
export const laterOf = (a: Position | null, b: Position | null): Position | null =>
  a !== null && (b === null || a > b) ? a : b;

/** The required state of the stream. There is no 'any': every writer states the revision that it read. */
export type ExpectedRevision = 'none' | 'exists' | number;

export type NewEvent = {
  /** UUID, derived from the command id and the event's index, so that a repeated append is recognised. */
  id: string;
  type: string;
  /** Schema version, from 1. */
  version: number;
  data: unknown;
  meta: EventMeta;
};

export type Append = {
  stream: string;
  expected: ExpectedRevision;
  events: readonly NewEvent[];
  /** Names to reserve for this stream (`email:ann@x.test`), in the same atomic write as the append. */
  reserve?: readonly string[];
  /** Names that this stream releases with this append. */
  release?: readonly string[];
  /** The key for the personal data of a new stream. Stored in the same write; on Postgres only (sealed/store.ts). */
  key?: PersonalKey;
};

/** The key that encrypts the personal data of one stream; `subject` is the id in the stream's name. */
export type PersonalKey = { subject: string; tenant: string; key: Buffer };

export type AppendOutcome =
  /** Durable. `revision` and `position` belong to the last event; `repeated` if the same ids existed before. */
  | { kind: 'appended'; revision: number; position: Position; repeated: boolean }
  | { kind: 'conflict'; actual: number | 'none' }
  /** A name in `reserve` belongs to another stream. */
  | { kind: 'taken'; name: string }
  | { kind: 'too-large'; what: 'event' | 'append'; bytes: number; limit: number }
  /** The store refused, or was unreachable before anything was sent: nothing was written. */
  | { kind: 'unavailable'; reason: string }
  /** The answer was lost: the events may or may not be written. Safe to retry with the same ids. */
  | { kind: 'unknown'; reason: string };

export type RecordedEvent = {
  id: string;
  type: string;
  version: number;
  stream: string;
  /** From 0, without gaps. */
  revision: number;
  position: Position;
  data: unknown;
  meta: EventMeta;
  /** Time of recording, from the store's clock. */
  at: Date;
};

/**
 * Events in order of position. `upTo` is the position up to which the store was read, also if the last events had other
 * types. All consumers of a process share the same objects: never change them.
 */
export type EventBatch = { events: RecordedEvent[]; upTo: Position };

export type ReadAll = {
  after: Position;
  /** At most this many events. */
  limit: number;
  /** Only events of these types; all when absent. */
  types?: readonly string[];
};

export const EVENT_LIMIT_BYTES = 256 * 1024;
export const APPEND_LIMIT_BYTES = 900 * 1024;

/** The store cannot be read now. Reads throw it; an append returns it as an outcome. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** At most `limit` events of a stream, from a revision on. */
export type StreamPart = { stream: string; from: number; limit: number };

/**
 * The event store (docs/architecture.md). Two adapters pass one contract suite (contract.ts): Postgres and
 * EventStoreDB. Appends return expected failures as outcomes; reads throw StoreUnavailable.
 */
export interface EventStore {
  append(append: Append): Promise<AppendOutcome>;
  /** Reads one stream from a revision on, oldest first; empty if the stream does not exist. */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<RecordedEvent[]>;
  /** Reads parts of many streams in one go; the order of the events is not defined. */
  readStreams(parts: readonly StreamPart[]): Promise<RecordedEvent[]>;
  /** Reads the events of a stream before a revision, newest first; null: from its end. */
  readBackwards(stream: string, options: { before: number | null; limit: number }): Promise<RecordedEvent[]>;
  /** Returns the streams that exist. */
  existing(streams: readonly string[]): Promise<Set<string>>;
  readAll(options: ReadAll): Promise<EventBatch>;
  /** The position of the last committed event; START if there is none. */
  head(): Promise<Position>;
  /**
   * The time of a position: the recording time of its event. An imported event has a time of another installation: for other
   * tenants than its own, the time is that of the newest event before it that was not imported. Null if no event has the
   * position, also for a text that is no position.
   */
  timeOf(position: string, tenant: string): Promise<Date | null>;
  /**
   * Yields every committed event after a position once and in order, without gaps under concurrent writers. At the end
   * it waits for more; after an outage it resumes by itself; it ends when the signal aborts. It reads a batch only when
   * the consumer asks for the next one (backpressure).
   */
  follow(options: ReadAll & { signal: AbortSignal }): AsyncIterable<EventBatch>;
  close(): Promise<void>;
}
