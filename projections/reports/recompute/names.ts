import { OfferId, UserId } from '@crm/events/ids.ts';
import { offerEvents } from '@crm/events/offers/events.ts';
import { idOf, offerStream, userStream } from '@crm/events/streams.ts';
import { userEvents } from '@crm/events/users/events.ts';
import type { EventStore, Position, RecordedEvent } from '@crm/platform/event-store/port.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import { foldOffer, type OfferRow } from '../../offers/table.ts';
import { foldUser, type UserRow } from '../../users/table.ts';

/** The event types that name offers and operators. */
export const namingTypes = [...Object.keys(userEvents), ...Object.keys(offerEvents)];

/** The names of offers and operators, folded from events as their read models do it. */
export function openNames() {
  const offers = new Map<string, OfferRow>();
  const users = new Map<string, UserRow>();
  return {
    /** Takes the next event of a tenant, of any type. */
    add(recorded: RecordedEvent) {
      const id = idOf(recorded.stream);
      if (Object.hasOwn(offerEvents, recorded.type))
        keep(
          offers,
          id,
          foldOffer(offers.get(id) ?? null, asRecorded(recorded, decodeEvent(offerEvents, recorded))),
        );
      else if (Object.hasOwn(userEvents, recorded.type))
        keep(
          users,
          id,
          foldUser(users.get(id) ?? null, asRecorded(recorded, decodeEvent(userEvents, recorded))),
        );
    },
    /** By id, of those that exist after the events so far. */
    names: (): ReadonlyMap<string, string> =>
      new Map([
        ...[...offers.values()].map(({ id, name }) => [id, name] as const),
        ...[...users.values()].map(({ id, full_name }) => [id, full_name] as const),
      ]),
  };
}

function keep<Row>(rows: Map<string, Row>, id: string, row: Row | null) {
  if (row) rows.set(id, row);
  else rows.delete(id);
}

type Filters = { offer?: string | undefined; operator?: string | undefined };

/** The names at a position of the offer and the operator that filters name; reads only their streams. */
export async function namesOfFilters(
  store: EventStore,
  { tenant, position }: { tenant: string; position: Position },
  { offer, operator }: Filters,
): Promise<ReadonlyMap<string, string>> {
  const { add, names } = openNames();
  const streams = [
    ...(offer ? [offerStream(OfferId.parse(offer))] : []),
    ...(operator ? [userStream(UserId.parse(operator))] : []),
  ];
  for (const stream of streams)
    for (const recorded of await store.readStream(stream))
      if (recorded.meta.tenant === tenant && recorded.position <= position) add(recorded);
  return names();
}

export const asRecorded = <E>({ id, stream, revision, position, at, meta }: RecordedEvent, event: E) => ({
  ...event,
  id,
  stream,
  revision,
  position,
  at,
  meta,
});
