import { idsShownBy } from '@crm/events/describe.ts';
import { type LeadId, OfferId, type TenantId } from '@crm/events/ids.ts';
import { decode } from '@crm/events/language/define.ts';
import type { Names } from '@crm/events/language/describe.ts';
import { type LeadEvent, leadEvents } from '@crm/events/leads/events.ts';
import { leadStream, offerStream } from '@crm/events/streams.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { namesOfDeleted } from '../deleted-names.ts';
import type { Recorded } from '../projection.ts';

const PAGE = 1_000;

/** All events of a lead, from its own stream. */
export async function historyOf(store: EventStore, id: LeadId): Promise<Recorded<LeadEvent>[]> {
  const events: Recorded<LeadEvent>[] = [];
  for (;;) {
    const page = await store.readStream(leadStream(id), { from: events.length, limit: PAGE });
    events.push(...page.map(inNewestVersion));
    if (page.length < PAGE) return events;
  }
}

/** Histories that are read in one query, and how many events of each: longer ones are read by themselves. */
const TOGETHER = 100;
const SHORT = 50;

/** All events of each of these leads, in the order of the ids, some leads at a time; none of a lead that does not exist. */
export async function* historiesOf(
  store: EventStore,
  ids: readonly LeadId[],
): AsyncGenerator<Recorded<LeadEvent>[]> {
  for (let from = 0; from < ids.length; from += TOGETHER) {
    const some = ids.slice(from, from + TOGETHER);
    const histories = new Map<string, RecordedEvent[]>(some.map((id) => [leadStream(id), []]));
    const parts = [...histories.keys()].map((stream) => ({ stream, from: 0, limit: SHORT }));
    for (const event of await store.readStreams(parts)) histories.get(event.stream)?.push(event);
    for (const id of some) {
      const events = histories.get(leadStream(id)) ?? [];
      if (events.length === SHORT) yield await historyOf(store, id);
      else yield events.sort((a, b) => a.revision - b.revision).map(inNewestVersion);
    }
  }
}

function inNewestVersion(recorded: RecordedEvent): Recorded<LeadEvent> {
  const decoded = decode(leadEvents, recorded);
  if (decoded.kind !== 'event')
    throw new Error(`This program cannot read ${recorded.type} v${recorded.version}`);
  return { ...recorded, ...decoded.event };
}

/** The names of the offers in the history, also of deleted ones. By the primary key; those of deleted ones by their streams. */
export async function offerNames(
  db: Db,
  store: EventStore,
  tenant: TenantId,
  events: readonly LeadEvent[],
): Promise<Names> {
  const ids = [...new Set(events.flatMap(idsShownBy))];
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, name from offers where tenant = $1 and id = any($2)',
    [tenant, ids],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const nameless = ids.filter((id) => !names.has(id)).map((id) => offerStream(OfferId.parse(id)));
  return new Map([...names, ...(await namesOfDeleted(store, tenant, nameless))]);
}
