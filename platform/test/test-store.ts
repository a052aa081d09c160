import type { EventStore } from '../event-store/port.ts';
import { openPostgresEventStore } from '../event-store/postgres/adapter.ts';
import { STATE_MS } from './patience.ts';

/**
 * Opens the event store on a test database, with a log that is not printed. It waits longer for a connection than the
 * product's 3 s: on a busy machine, opening one takes that long, and appends of a test would be answered 'unavailable'.
 */
export const testStore = (url: string): EventStore => openPostgresEventStore(url, null, STATE_MS);
