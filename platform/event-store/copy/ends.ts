import type { Pool } from 'pg';
import type { EventStore, RecordedEvent } from '../port.ts';

/** A reserved name and the stream that owns it. */
export type Reservation = { name: string; stream: string };

export type Source = {
  store: EventStore;
  reservations(): AsyncIterable<Reservation>;
  /** The database that the events are in, with everything else of the product; null on EventStoreDB. */
  database: Pool | null;
  close(): Promise<void>;
};

export type Target = Source & {
  /**
   * Appends events after all others, in this order, with their ids, times and metadata. If the process is killed, the
   * target has a prefix of them.
   */
  add(events: readonly RecordedEvent[]): Promise<void>;
  /** Reserves names for streams whose events are already copied. Names that are reserved already stay unchanged. */
  reserve(reservations: readonly Reservation[]): Promise<void>;
  /** The last copied event; null if there is none yet. */
  last(): Promise<RecordedEvent | null>;
  /** Deletes all events and reservations; null if the store cannot do that. */
  empty: (() => Promise<void>) | null;
};
