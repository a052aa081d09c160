import { afterAll, expect } from 'vitest';
import { type EventStoreConfig, openEventStore } from '../open.ts';
import type { Append, AppendOutcome, EventStore } from '../port.ts';

/** A running store of a test file's own. */
export type StoreUnderTest = {
  name: string;
  /** Opens it, here and in a child process, again and again on the same history. */
  config: EventStoreConfig;
  /** Ends the store's server in an orderly way; resolves once it is gone. */
  stopStore(): Promise<void>;
  /** Starts it again on the same history; resolves once it takes connections. */
  startStore(): Promise<void>;
};

export type Appended = Extract<AppendOutcome, { kind: 'appended' }>;

/** The outcome, which must be success. */
export async function appended(store: EventStore, append: Append): Promise<Appended> {
  const outcome = await store.append(append);
  if (outcome.kind !== 'appended') expect.fail(`Not appended: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Opens a store for the tests of one `describe`, and closes it after them. Call it there, not in a test. */
export function opened(store: StoreUnderTest): EventStore {
  const open = openEventStore(store.config);
  afterAll(() => open.close());
  return open;
}
