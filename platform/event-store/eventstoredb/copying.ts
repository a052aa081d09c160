import type { Reservation, Target } from '../copy/ends.ts';
import { HISTORY_STREAM } from '../history.ts';
import { APPEND_LIMIT_BYTES, type RecordedEvent, StoreUnavailable } from '../port.ts';
import { openEventStoreDb } from './adapter.ts';
import { openClient } from './client.ts';
import { recordedOf, writtenOf } from './events.ts';
import type { LogPosition } from './position.ts';
import { available, weightOf } from './read.ts';
import { claimFor, nameOf, ownerOf } from './reservations.ts';
import { lastOf } from './writes.ts';

/** Maximum number of appends in flight; the server writes them in the order of sending. */
const IN_FLIGHT = 64;
const AT_ONCE = 16;
const PAGE = 1_000;

export function copyingEventStoreDb(url: string): Target {
  const store = openEventStoreDb(url, null);
  const client = openClient(url);

  return {
    store,
    database: null,
    /** Yields each name that was ever claimed, in log order, with its current owner; released names are omitted. */
    async *reservations() {
      const met = new Set<string>();
      for (let from: LogPosition | null = null; ; ) {
        const names: string[] = [];
        let received = 0;
        await available(
          client.readAll({ from, limit: PAGE }, ({ stream, position }) => {
            received += 1;
            from = position;
            const name = nameOf(stream);
            if (name !== null && !met.has(name)) names.push(name);
            if (name !== null) met.add(name);
            return true;
          }),
        );
        for (const name of names) {
          const stream = await available(ownerOf(client, name));
          if (stream !== null) yield { name, stream };
        }
        if (received < PAGE) return;
      }
    },
    async add(events) {
      const inFlight: Promise<void>[] = [];
      let failed: Error | null = null;
      for (const group of groupsOf(events)) {
        // Wait for the first append: until it is done, later ones could overtake it.
        if (inFlight.length === 1) await inFlight[0];
        if (inFlight.length >= IN_FLIGHT) await inFlight[inFlight.length - IN_FLIGHT];
        if (failed !== null) break;
        const [first] = group;
        if (!first) continue;
        const expected = first.revision === 0 ? 'none' : first.revision - 1;
        const written = group.map((event) => writtenOf(event, { at: event.at.toISOString() }));
        const appending = client.appendInOrder(first.stream, expected, written);
        inFlight.push(
          appending.catch((error: unknown) => {
            failed ??= error instanceof Error ? error : new Error(String(error));
          }),
        );
      }
      await Promise.all(inFlight);
      if (failed !== null) throw new StoreUnavailable(String(failed), { cause: failed });
    },
    async reserve(reservations) {
      const left = [...reservations];
      const worker = async () => {
        for (let next = left.pop(); next; next = left.pop()) await reserveOne(next);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    },
    async last() {
      let found: RecordedEvent | null = null;
      for (let limit = 64; ; limit *= 8) {
        let received = 0;
        await available(
          client.readAll({ from: null, limit, backwards: true }, (event) => {
            received += 1;
            const recorded = recordedOf(event);
            if (recorded && recorded.stream !== HISTORY_STREAM) found = recorded;
            return found === null;
          }),
        );
        if (found !== null || received < limit) return found;
      }
    },
    empty: null,
    async close() {
      await Promise.all([store.close(), client.close()]);
    },
  };

  /**
   * Claims a name with the stream's last event as the append: earlier releases in the stream do not count, later ones
   * do.
   */
  async function reserveOne({ name, stream }: Reservation): Promise<void> {
    const last = await available(lastOf(client, stream));
    if (!last) throw new Error(`The name ${name} belongs to ${stream}, which has no events`);
    const expected: number | 'none' = last.revision === 0 ? 'none' : last.revision - 1;
    const claim = { stream, expected, ids: [last.id], attempt: last.id };
    const owner = await available(claimFor(client, name, claim));
    if (owner !== stream) throw new Error(`The name ${name} belongs to ${owner}, not to ${stream}`);
  }
}

/** Groups consecutive events of one stream, up to the size limit of one append. */
function* groupsOf(events: readonly RecordedEvent[]): Generator<RecordedEvent[]> {
  let group: RecordedEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const weight = 2 * (weightOf(event.data) + weightOf(event.meta));
    if (group.length > 0 && (group[0]?.stream !== event.stream || bytes + weight > APPEND_LIMIT_BYTES)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(event);
    bytes += weight;
  }
  if (group.length > 0) yield group;
}
