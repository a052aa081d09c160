import type { Names } from '@crm/events/language/describe.ts';
import { idOf } from '@crm/events/streams.ts';
import { type DomainEvent, eventTypes } from '@crm/events/versions.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';

/** How many events from the beginning of a stream are read for the name of its record, by the kind of the record. */
const READ: Partial<Record<string, number>> = {
  // An order id never changes.
  lead: 1,
  user: 1_000,
  offer: 1_000,
  postback: 1_000,
  plan: 1_000,
  view: 1_000,
  savedreport: 1_000,
};

/**
 * The last names of the deleted records that events belong to, by id. A deleted record has no row any more, so it has no name
 * in `names`, and an entry without a name does not say which record it is about.
 */
export async function namesOfDeleted(
  store: EventStore,
  events: readonly RecordedEvent[],
  names: Names,
): Promise<Names> {
  const nameless = new Set(
    events.map(({ stream }) => stream).filter((stream) => READ[kindOf(stream)] && !names.has(idOf(stream))),
  );
  if (nameless.size === 0) return new Map();
  const parts = [...nameless].map((stream) => ({ stream, from: 0, limit: READ[kindOf(stream)] ?? 0 }));
  const found = await store.readStreams(parts);
  const all = new Map<string, string>();
  for (const event of found.toSorted((a, b) => a.revision - b.revision)) {
    const name = nameGivenBy(decodeEvent(eventTypes, event));
    if (name !== undefined) all.set(idOf(event.stream), name);
  }
  return all;
}

const kindOf = (stream: string) => stream.slice(0, stream.indexOf('-'));

/** The name that an event gives its record; undefined if it gives none. */
function nameGivenBy(event: DomainEvent): string | undefined {
  switch (event.type) {
    case 'LeadCreated':
    case 'LeadSetAside':
      return event.data.orderId;
    case 'UserCreated':
      return event.data.details.fullName;
    case 'UserEdited':
      return event.data.changes.fullName;
    case 'OfferCreated':
    case 'PostbackCreated':
    case 'PlanCreated':
      return event.data.details.name;
    case 'OfferEdited':
    case 'PostbackEdited':
      return event.data.changes.name;
    case 'PlanEdited':
      return event.data.changes.name?.to;
    case 'ViewSaved':
    case 'ViewRenamed':
    case 'ReportSaved':
    case 'SavedReportRenamed':
      return event.data.name;
    default:
      return undefined;
  }
}
