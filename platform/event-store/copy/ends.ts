import type { EventStore, RecordedEvent } from '../port.ts';

/** A name and the stream that it belongs to. */
export type Reservation = { name: string; stream: string };

/** Where a copy comes from. */
export type Source = {
  store: EventStore;
  reservations(): AsyncIterable<Reservation>;
  close(): Promise<void>;
};

/** Where a copy goes to. */
export type Target = Source & {
  /**
   * Adds events behind all others, in this order, with their ids, times and metadata. Killed in the midst of it, the
   * first so many of them stand there.
   */
  add(events: readonly RecordedEvent[]): Promise<void>;
  /** Gives names to streams whose events stand there already; those that have theirs keep it. */
  reserve(reservations: readonly Reservation[]): Promise<void>;
  /** The last event of the copy; null when there is none yet. */
  last(): Promise<RecordedEvent | null>;
  /** Takes every event and name away; null where the store has no way to do that. */
  empty: (() => Promise<void>) | null;
};
