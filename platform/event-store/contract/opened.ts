import { afterAll, expect } from 'vitest';
import type { StoreUnderTest } from '../contract.ts';
import { openEventStore } from '../open.ts';
import type { Append, AppendOutcome, EventStore } from '../port.ts';

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
