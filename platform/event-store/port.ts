import type { EventMeta } from '@crm/events/envelope/envelope.ts';

declare const position: unique symbol;
/**
 * A place in the whole history: opaque, and comparable as text. Each adapter writes it with a fixed width
 * (Postgres: the position; EventStoreDB: commit and prepare), so that `<` on the text is the order of events.
 */
export type Position = string & { readonly [position]: true };

/** The place before the first event; sorts before every other. */
export const START = '' as Position; // the one place where a position is made from nothing

/** What a stream must look like for an append to win. Never 'any': every writer says what it saw. */
export type ExpectedRevision = 'none' | 'exists' | number;

export type NewEvent = {
  /** UUID, derived from the command's id and the event's index, so that a repeat is known again. */
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
  /** Names that must be this stream's alone from now on (`email:ann@x.test`); taken with the append or not at all. */
  reserve?: readonly string[];
  /** Names that this stream gives back with this append. */
  release?: readonly string[];
};

export type AppendOutcome =
  /** Durable. `revision` and `position` are those of the last event; `repeated` when the same ids stood there before. */
  | { kind: 'appended'; revision: number; position: Position; repeated: boolean }
  | { kind: 'conflict'; actual: number | 'none' }
  /** A name asked for in `reserve` belongs to another stream. */
  | { kind: 'taken'; name: string }
  | { kind: 'too-large'; what: 'event' | 'append'; bytes: number; limit: number }
  /** The store refused or could not be reached before anything was sent: nothing was written. */
  | { kind: 'unavailable'; reason: string }
  /** The answer was lost: it may or may not stand there. Safe to retry with the same ids. */
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
  /** When it was recorded, given by the store. */
  at: Date;
};

/**
 * Events in order of position. `upTo` is how far the store was read, also where no event of the asked types stood.
 * The followers of a process are given the same objects: nobody changes them.
 */
export type Batch = { events: RecordedEvent[]; upTo: Position };

export type ReadAll = {
  after: Position;
  /** At most this many events. */
  limit: number;
  /** Only events of these types; all when absent. */
  types?: readonly string[];
};

export const EVENT_LIMIT_BYTES = 256 * 1024;
export const APPEND_LIMIT_BYTES = 900 * 1024;

/** The store cannot be read at the moment. Thrown by reads; an append answers it as a value. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/**
 * The event store (docs/architecture.md). Two adapters pass one contract suite (contract.ts): Postgres and EventStoreDB.
 * Appends never throw for what can be expected; reads throw StoreUnavailable.
 */
export interface EventStore {
  append(append: Append): Promise<AppendOutcome>;
  /** Events of one stream from a revision on, oldest first; empty when there is no such stream. */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<RecordedEvent[]>;
  /** Which of these streams there are. */
  existing(streams: readonly string[]): Promise<Set<string>>;
  readAll(options: ReadAll): Promise<Batch>;
  /** The position of the last committed event; START when there is none. */
  head(): Promise<Position>;
  /**
   * Every committed event after a position, once, in order, none skipped however writers interleave; waits at the
   * end for more, comes back by itself when the store went away, ends when the signal aborts. Yields a batch
   * only when the consumer asks for the next (backpressure).
   */
  follow(options: ReadAll & { signal: AbortSignal }): AsyncIterable<Batch>;
  close(): Promise<void>;
}
