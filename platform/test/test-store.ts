import type { EventStoreConfig } from '../event-store/open.ts';
import type { EventStore } from '../event-store/port.ts';
import { openPostgresEventStore } from '../event-store/postgres/adapter.ts';
import { STATE_MS } from './patience.ts';

/**
 * The event store on a test database. It waits longer for a connection than the product's 3 s: on a busy machine, opening
 * one takes that long, and appends of a test would be answered 'unavailable'.
 */
export const testStoreConfig = (url: string): EventStoreConfig => ({
  kind: 'postgres',
  url,
  connectMs: STATE_MS,
});

/** Opens `testStoreConfig`, with a log that is not printed. */
export const testStore = (url: string): EventStore => openPostgresEventStore(url, null, STATE_MS);
