import { describe } from 'vitest';
import { appending } from './contract/appending.ts';
import { following } from './contract/following.ts';
import { interleaving } from './contract/interleaving.ts';
import { kills } from './contract/kills.ts';
import { outage } from './contract/outage.ts';
import { reading } from './contract/reading.ts';
import { reservations } from './contract/reservations.ts';
import type { StoreUnderTest } from './contract/under-test.ts';

/**
 * Tests of the event store port that every adapter must pass. Call it at the top level of a test file. All tests share
 * one history and use new streams, so no test may expect an empty store.
 */
export function eventStoreContract(store: StoreUnderTest) {
  describe(`the event store contract: ${store.name}`, () => {
    appending(store);
    reservations(store);
    reading(store);
    following(store);
    interleaving(store);
    kills(store);
    outage(store);
  });
}
