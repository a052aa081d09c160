import { openClient } from '../event-store/eventstoredb/client.ts';
import { probeOver } from '../event-store/eventstoredb/probe.ts';
import type { Check } from './readiness.ts';

/**
 * Checks that EventStoreDB answers as a leader, over a connection of its own. The store on Postgres has no check:
 * its tables are in the database that the check of Postgres reads. Throws UrlWrong.
 */
export function openEventStoreCheck(url: string): { check: Check; close: () => Promise<void> } {
  const client = openClient(url);
  const check: Check = async () => {
    const found = await probeOver(client);
    return found.kind === 'ok' ? { kind: 'ok' } : { kind: 'unavailable', reason: found.reason };
  };
  return { check, close: () => client.close() };
}
