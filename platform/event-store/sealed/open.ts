import type { Pool } from 'pg';
import type { Log } from '../../log/log.ts';
import { type EventStoreConfig, openEventStore } from '../open.ts';
import type { EventStore } from '../port.ts';
import { openPersonalKeys } from './keys.ts';
import { sealedStore } from './store.ts';

/**
 * Opens the product's event store, which encrypts personal data. `storedEvents` has the events in their stored form, for
 * the hash chain. Closing `store` closes both.
 * @param keys connections to the database with the keys
 */
export async function openSealedEventStore(
  config: EventStoreConfig,
  keys: Pool,
  log: Log | null = null,
): Promise<{ store: EventStore; storedEvents: EventStore }> {
  const storedEvents = await openEventStore(config, log);
  const keysWith = config.kind === 'postgres' ? 'append' : 'before';
  return { store: sealedStore(storedEvents, openPersonalKeys(keys), keysWith), storedEvents };
}
