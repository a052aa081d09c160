import { afterAll, onTestFinished, TestRunner } from 'vitest';
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

/**
 * Opens `testStoreConfig`, with a log that is not printed. It is closed after the test or the file that opened it, or
 * earlier by a test: a store that stayed open would try to connect to its dropped database until the end of the run.
 */
export function testStore(url: string): EventStore {
  const store = keptTestStore(url);
  closeAtEnd(store);
  return store;
}

/** `testStore` for those who use it beyond a file. It ends with the vitest worker, or when they close it. */
export function keptTestStore(url: string): EventStore {
  const store = openPostgresEventStore(url, null, STATE_MS);
  let closing: Promise<void> | null = null;
  return {
    ...store,
    close: () => {
      closing ??= store.close();
      return closing;
    },
  };
}

/** Closes something after the running test, or after the file when it is opened outside of its tests. */
export function closeAtEnd(opened: { close: () => Promise<void> }): void {
  const atEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  atEnd(() => opened.close());
}
