import { afterAll, expect } from 'vitest';
import { type EventStoreConfig, openEventStore } from '../open.ts';
import type { Append, AppendOutcome, EventStore } from '../port.ts';

/** A running store that belongs to one test file. */
export type StoreUnderTest = {
  name: string;
  /** Opens the store, here and in child processes, any number of times on the same history. */
  config: EventStoreConfig;
  /** Stops the store's server in an orderly way; resolves when it has stopped. */
  stopStore(): Promise<void>;
  /** Starts the server again on the same history; resolves when it accepts connections. */
  startStore(): Promise<void>;
};

export type Appended = Extract<AppendOutcome, { kind: 'appended' }>;

/** Appends and fails the test unless the append succeeds. */
export async function appended(store: EventStore, append: Append): Promise<Appended> {
  const outcome = await store.append(append);
  if (outcome.kind !== 'appended') expect.fail(`Not appended: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Opens a store for the tests of one `describe` and closes it after them. Call it in the `describe`, not in a test. */
export async function opened(store: StoreUnderTest): Promise<EventStore> {
  const open = await openEventStore(store.config);
  afterAll(() => open.close());
  return open;
}
