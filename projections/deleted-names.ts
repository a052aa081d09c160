import type { TenantId } from '@crm/events/ids.ts';
import { idOf } from '@crm/events/streams.ts';
import { type DomainEvent, eventTypes } from '@crm/events/versions.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';

/**
 * The number of events from the beginning of a stream that are read for the name of its record. Few records have more, and
 * then show an earlier name. An event takes 15 µs: a page of 50 deleted records with so many 150 ms of processor time.
 */
const MOST = 200;

/** How many events are read, by the kind of the record. */
const READ: Partial<Record<string, number>> = {
  // An order id never changes.
  lead: 1,
  user: MOST,
  offer: MOST,
  postback: MOST,
  plan: MOST,
  view: MOST,
  savedreport: MOST,
};

/**
 * The last names of deleted records, by id. A deleted record has no row any more, so only its stream has its name.
 *
 * @param scope whose records may be named; '*' is for super admins
 * @param streams those of other kinds, and those that do not exist, are left out
 */
export async function namesOfDeleted(
  store: EventStore,
  scope: TenantId | '*',
  streams: Iterable<string>,
): Promise<Map<string, string>> {
  const parts = [...new Set(streams)].flatMap((stream) => {
    const limit = READ[kindOf(stream)];
    return limit === undefined ? [] : { stream, from: 0, limit };
  });
  const names = new Map<string, string>();
  if (parts.length === 0) return names;
  const found = await store.readStreams(parts);
  for (const event of found.toSorted((a, b) => a.revision - b.revision)) {
    if (scope !== '*' && event.meta.tenant !== scope) continue;
    const name = nameGivenBy(decodeEvent(eventTypes, event));
    if (name !== undefined) names.set(idOf(event.stream), name);
  }
  return names;
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
