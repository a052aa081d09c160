import { openClient } from '../event-store/eventstoredb/client.ts';
import { probeOver } from '../event-store/eventstoredb/probe.ts';
import type { Check } from './readiness.ts';

/**
 * Opens a check that EventStoreDB answers as a leader, over its own connection. The store on Postgres needs no check:
 * its tables are in the database that the Postgres check covers. Throws UrlWrong.
 */
export function openEventStoreCheck(url: string): { check: Check; close: () => Promise<void> } {
  const client = openClient(url);
  const check: Check = async () => {
    const found = await probeOver(client);
    return found.kind === 'ok' ? { kind: 'ok' } : { kind: 'unavailable', reason: found.reason };
  };
  return { check, close: () => client.close() };
}
