import { decode } from '@crm/events/language/define.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { offers } from '@crm/events/offers/aggregate.ts';
import { type LeadSnapshot, leadSnapshotAfter } from '@crm/events/postbacks/lead.ts';
import { previousStatusOf } from '@crm/events/postbacks/triggers.ts';
import type { DeliveryPayload } from '@crm/events/postbacks/values.ts';
import { idOf, offerStream } from '@crm/events/streams.ts';
import type { EventStore, Position, RecordedEvent } from '@crm/platform/event-store/port.ts';
import { reportCache } from '@crm/platform/metrics/caches.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';

/** The payload of one event of a lead, without the trigger, which differs per postback. */
type LeadPayload = { event: LeadEvent; lead: LeadSnapshot; payload: Omit<DeliveryPayload, 'event'> };

export type Payloads = {
  /**
   * Builds the payload of an event, with the lead and its offer's name as they were right after the event. The result
   * is the same at any later time. Null if the lead was deleted.
   */
  of: (recorded: RecordedEvent) => Promise<LeadPayload | null>;
  /** Folds an event that triggers nothing, so that the next event of the lead needs no read from the store. */
  pass: (recorded: RecordedEvent) => void;
  /**
   * Forgets the leads that were not used since the previous call. They may be erased: while no postback of their
   * organisation is active, their events do not come here.
   */
  forgetUnused: () => void;
};

/** Maximum number of cached leads; a lead that is not cached is read from the store again. */
const MOST_LEADS = 20_000;
const MOST_OFFERS = 5_000;
const PAGE = 500;

type Folded = { revision: number; lead: LeadSnapshot | null };

/** Folds leads from the events it gets. Events that it has not seen are read from the lead's stream. */
export function openPayloads(store: EventStore): Payloads {
  // The leads used since the last `forgetUnused`, and those that were used only before it.
  let used = new Map<string, Folded>();
  let unused = new Map<string, Folded>();
  reportCache('postback leads', MOST_LEADS, () => used.size + unused.size);
  const names = namesOfOffers(store);

  function step(recorded: RecordedEvent, before: LeadSnapshot | null): LeadSnapshot | null {
    const lead = leadSnapshotAfter(before, leadEventOf(recorded), {
      lead: idOf(recorded.stream),
      at: recorded.at,
    });
    unused.delete(recorded.stream);
    used.set(recorded.stream, { revision: recorded.revision, lead });
    if (used.size >= MOST_LEADS / 2) forgetUnused();
    return lead;
  }

  function forgetUnused() {
    [used, unused] = [new Map(), used];
  }

  const known = (stream: string): Folded | undefined => used.get(stream) ?? unused.get(stream);

  /** The lead right after an event. Folds the missing events of its stream in order. */
  async function after(recorded: RecordedEvent): Promise<LeadSnapshot | null> {
    const { stream, revision } = recorded;
    let at = known(stream);
    if (at && at.revision === revision) return at.lead;
    if (at && at.revision > revision) at = undefined; // an event is repeated: the cached state is newer
    let lead = at?.lead ?? null;
    for (let from = (at?.revision ?? -1) + 1; from < revision; ) {
      const missed = await store.readStream(stream, { from, limit: Math.min(PAGE, revision - from) });
      if (missed.length === 0) throw new Error(`${stream} ends before its revision ${revision}`);
      for (const each of missed) lead = step(each, lead);
      from += missed.length;
    }
    return step(recorded, lead);
  }

  return {
    async of(recorded) {
      const lead = await after(recorded);
      if (!lead) return null;
      const event = leadEventOf(recorded);
      const { offerId } = lead.details.product;
      const offerName = offerId === null ? null : await names(offerStream(offerId), recorded.position);
      const payload = {
        eventId: recorded.id,
        eventTime: recorded.at.toISOString(),
        previousStatus: previousStatusOf(event),
        lead,
        offerName,
        correlationId: recorded.meta.correlationId,
        ...(recorded.meta.traceparent !== undefined && { traceparent: recorded.meta.traceparent }),
      };
      return { event, lead, payload };
    },
    pass(recorded) {
      const at = known(recorded.stream);
      if (at?.revision === recorded.revision - 1 || recorded.revision === 0) step(recorded, at?.lead ?? null);
      // Its events were missed, and one of them may be the erasure of the lead.
      else if (at && at.revision < recorded.revision) {
        used.delete(recorded.stream);
        unused.delete(recorded.stream);
      }
    },
    forgetUnused,
  };
}

const leadEventOf = (recorded: RecordedEvent): LeadEvent => decodeEvent(leads.types, recorded);

/** The name of an offer from a position on; null after it was deleted. */
type NameSince = { position: Position; name: string | null };

/** Maximum age of a cached offer, so a new name may be used this much later. */
const FRESH_MS = 1_000;

/**
 * Opens a lookup of an offer's name at a position of the store. Reads and folds a stream once, and again when an event
 * is newer than the last read. Keeps at most MOST_OFFERS streams.
 */
function namesOfOffers(store: EventStore) {
  const read = new Map<string, { upTo: Position; at: number; names: NameSince[] }>();
  return async (stream: string, position: Position): Promise<string | null> => {
    let offer = read.get(stream);
    if (!offer || (offer.upTo < position && performance.now() - offer.at > FRESH_MS)) {
      const upTo = await store.head();
      offer = { upTo, at: performance.now(), names: namesIn(await store.readStream(stream)) };
      if (read.size > MOST_OFFERS) read.clear();
      read.set(stream, offer);
    }
    return offer.names.findLast((since) => since.position <= position)?.name ?? null;
  };
}

function namesIn(events: readonly RecordedEvent[]): NameSince[] {
  let state = offers.decider.initialState;
  return events.flatMap((event) => {
    const decoded = decode(offers.types, event);
    if (decoded.kind !== 'event') return [];
    state = offers.decider.evolve(state, decoded.event);
    return [{ position: event.position, name: state.phase === 'present' ? state.details.name : null }];
  });
}
