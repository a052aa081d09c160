import { decode } from '@crm/events/language/define.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { offers } from '@crm/events/offers/aggregate.ts';
import { type LeadSnapshot, leadSnapshotAfter } from '@crm/events/postbacks/lead.ts';
import { previousStatusOf } from '@crm/events/postbacks/triggers.ts';
import type { DeliveryPayload } from '@crm/events/postbacks/values.ts';
import { idOf, offerStream } from '@crm/events/streams.ts';
import type { EventStore, Position, RecordedEvent } from '@crm/platform/event-store/port.ts';
import { NotYet } from '@crm/platform/runner/failure.ts';

/** What one event of a lead tells; the trigger is each postback's own. */
type LeadPayload = { event: LeadEvent; lead: LeadSnapshot; payload: Omit<DeliveryPayload, 'event'> };

export type Payloads = {
  /**
   * What an event of a lead tells: with the lead, and the name of its offer, as they stood right after it. The same
   * whenever it is asked. Null for a lead that is not there any more.
   */
  of: (recorded: RecordedEvent) => Promise<LeadPayload | null>;
  /** Moves on over an event that tells nothing, so that the next of its lead need not be read from the store. */
  pass: (recorded: RecordedEvent) => void;
};

/** As many leads are remembered; an older one is read again. */
const MOST_LEADS = 20_000;
const MOST_OFFERS = 5_000;
const PAGE = 500;

/** Folds leads as their events come by; what it has not seen is read from the lead's own stream. */
export function openPayloads(store: EventStore): Payloads {
  const known = new Map<string, { revision: number; lead: LeadSnapshot | null }>();
  const names = namesOfOffers(store);

  function step(recorded: RecordedEvent, before: LeadSnapshot | null): LeadSnapshot | null {
    const lead = leadSnapshotAfter(before, leadEventOf(recorded), {
      lead: idOf(recorded.stream),
      at: recorded.at,
    });
    known.delete(recorded.stream); // to its end: the one that is forgotten first is the one longest unheard of
    known.set(recorded.stream, { revision: recorded.revision, lead });
    if (known.size > MOST_LEADS) for (const oldest of [...known.keys()].slice(0, 1000)) known.delete(oldest);
    return lead;
  }

  /** The lead right after an event; every event of its stream is folded once, and in order. */
  async function after(recorded: RecordedEvent): Promise<LeadSnapshot | null> {
    const { stream, revision } = recorded;
    let at = known.get(stream);
    if (at && at.revision === revision) return at.lead;
    if (at && at.revision > revision) at = undefined; // told again: what is known is of a later time
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
      };
      return { event, lead, payload };
    },
    pass(recorded) {
      const at = known.get(recorded.stream);
      if (at?.revision === recorded.revision - 1 || recorded.revision === 0) step(recorded, at?.lead ?? null);
    },
  };
}

/** An event of a lead in today's language. Throws NotYet for what a newer program wrote. */
function leadEventOf(recorded: RecordedEvent): LeadEvent {
  const decoded = decode(leads.types, recorded);
  if (decoded.kind === 'newer')
    throw new NotYet(`${recorded.type} v${recorded.version} is of a newer program`);
  if (decoded.kind === 'foreign') throw new Error(`${recorded.type} is no event of a lead`);
  return decoded.event;
}

/** The name of an offer from a position on; null after it was deleted. */
type NameSince = { position: Position; name: string | null };

/** How long a stream that was read counts as current: a new name is sent so much later at most. */
const FRESH_MS = 1_000;

/**
 * What an offer was called at a position of the history. Its stream is read and folded once, and again when an event
 * is newer than that. At most MOST_OFFERS are kept.
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
