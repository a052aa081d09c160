import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import type { EventStore } from './port.ts';
import { openPostgresEventStore } from './postgres/adapter.ts';

export type EventStoreConfig =
  /** `connectMs`: the longest wait for a connection, 3 s by default; tests on a busy machine wait longer. */
  { kind: 'postgres'; url: string; connectMs?: number } | { kind: 'eventstoredb'; url: string };

/** The configured event store. On Postgres it uses the same database as everything else. */
export function storeOf(configured: Config['store'], databaseUrl: string): EventStoreConfig {
  return configured.kind === 'postgres' ? { kind: 'postgres', url: databaseUrl } : configured;
}

/** Opens an event store; outages are logged if there is a log. EventStoreDB's client is loaded only if it is used. */
export async function openEventStore(config: EventStoreConfig, log: Log | null = null): Promise<EventStore> {
  switch (config.kind) {
    case 'postgres':
      return openPostgresEventStore(config.url, log, config.connectMs);
    case 'eventstoredb': {
      const { openEventStoreDb } = await import('./eventstoredb/adapter.ts');
      return openEventStoreDb(config.url, log);
    }
    default:
      return config satisfies never;
  }
}
