import type { EventStore, RecordedEvent } from '../port.ts';

/** A reserved name and the stream that owns it. */
export type Reservation = { name: string; stream: string };

/** A row of event_store.personal_keys: the key, or null once it was destroyed. */
export type StoredKey = { subject: string; tenant: string; key: Buffer | null };

export type Source = {
  store: EventStore;
  reservations(): AsyncIterable<Reservation>;
  /** The keys of personal data. None on EventStoreDB: the product's database has them, which stays. */
  keys(): AsyncIterable<StoredKey>;
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
  /** Stores keys that are not stored already. */
  keepKeys(keys: readonly StoredKey[]): Promise<void>;
  /** The last copied event; null if there is none yet. */
  last(): Promise<RecordedEvent | null>;
  /** Deletes all events and reservations; null if the store cannot do that. */
  empty: (() => Promise<void>) | null;
};
