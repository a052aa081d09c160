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
 * What every adapter of the event store port must do. Call it at the top level of a test file. Tests make
 * streams of their own and share one history, so that none may count on an empty store.
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
