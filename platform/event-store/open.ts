import type { EventStore } from './port.ts';
import { openPostgresEventStore } from './postgres/adapter.ts';

/** Which event store, and where. */
export type EventStoreConfig = { kind: 'postgres'; url: string };

/** Opens the event store of the configuration (design 3). */
export function openEventStore(config: EventStoreConfig): EventStore {
  switch (config.kind) {
    case 'postgres':
      return openPostgresEventStore(config.url);
    default:
      return config.kind satisfies never;
  }
}
