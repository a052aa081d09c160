import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { openEventStoreDb } from './eventstoredb/adapter.ts';
import type { EventStore } from './port.ts';
import { openPostgresEventStore } from './postgres/adapter.ts';

/** Which event store, and where. */
export type EventStoreConfig = { kind: 'postgres'; url: string } | { kind: 'eventstoredb'; url: string };

/** The event store that is configured; Postgres's stands in the same database as everything else. */
export function storeOf(configured: Config['store'], databaseUrl: string): EventStoreConfig {
  return configured.kind === 'postgres' ? { kind: 'postgres', url: databaseUrl } : configured;
}

/** Opens the event store of the configuration. Outages go to the log, when there is one. */
export function openEventStore(config: EventStoreConfig, log: Log | null = null): EventStore {
  switch (config.kind) {
    case 'postgres':
      return openPostgresEventStore(config.url, log);
    case 'eventstoredb':
      return openEventStoreDb(config.url, log);
    default:
      return config satisfies never;
  }
}
