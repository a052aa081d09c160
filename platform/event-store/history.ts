import { randomUUID } from 'node:crypto';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import { type EventStore, type NewEvent, StoreUnavailable } from './port.ts';

/** Stream with the store's own metadata: the history id and the event versions in use. */
export const HISTORY_STREAM = 'history';
const TRIES = 10;

/** A newer version of the program wrote to the store. The message says what to do. */
export class HistoryIsNewer extends Error {
  override name = 'HistoryIsNewer';
}

/**
 * Opens the store for a program that knows these event types in these versions, and records the versions that it may
 * write. @returns the history id, which is created at the first call. Throws HistoryIsNewer, StoreUnavailable.
 */
export async function openHistory(
  store: EventStore,
  known: Readonly<Record<string, number>>,
): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { events, id, used } = await readHistory(store);
    const newer = Object.entries(used).filter(([type, version]) => (known[type] ?? 0) < version);
    const [first] = newer;
    if (first) {
      throw new HistoryIsNewer(
        `The event store was written by a newer version of this program (${first[0]} in version ${first[1]}, ` +
          `${newer.length === 1 ? 'the only thing' : `one of ${newer.length} things`} that this one does not know): start that version, or a later one`,
      );
    }
    const added = Object.fromEntries(
      Object.entries(known).filter(([type, version]) => used[type] !== version),
    );
    if (id !== undefined && Object.keys(added).length === 0) return id;
    const outcome = await store.append({
      stream: HISTORY_STREAM,
      expected: events.at(-1)?.revision ?? 'none',
      events: [
        ...(id === undefined ? [event('HistoryBegun', { id: randomUUID() })] : []),
        event('SchemaUsed', { types: added }),
      ],
    });
    if (outcome.kind === 'unavailable' || outcome.kind === 'unknown') {
      throw new StoreUnavailable(outcome.reason);
    }
  }
  throw new StoreUnavailable('Too many programs open the event store at this moment');
}

/** Reads the store's metadata; `id` is undefined if the store was never opened. Throws StoreUnavailable. */
export async function readHistory(store: EventStore) {
  const events = await store.readStream(HISTORY_STREAM);
  const data = events.map((event) => event.data as { id?: string; types?: Record<string, number> }); // a cast at the store boundary: openHistory wrote it
  const used: Record<string, number> = {};
  for (const { types } of data) Object.assign(used, types);
  return { events, id: data[0]?.id, used };
}

function event(type: string, data: object): NewEvent {
  const commandId = randomUUID();
  return {
    id: randomUUID(),
    type,
    version: 1,
    data,
    meta: {
      tenant: PLATFORM_TENANT,
      actor: { kind: 'system', name: 'start' },
      ip: null,
      userAgent: null,
      commandId,
      correlationId: commandId,
      causationId: null,
      requestHash: null,
    },
  };
}
