import { withChanges } from '../language/changes.ts';
import type { OfferDetails, OfferEvent } from './events.ts';

export type Offer = { phase: 'none' } | { phase: 'present'; details: OfferDetails } | { phase: 'deleted' };

/** Applies an event to the state. */
export function evolve(offer: Offer, event: OfferEvent): Offer {
  if (event.type === 'OfferCreated') return { phase: 'present', details: event.data.details };
  if (offer.phase !== 'present') return offer;
  switch (event.type) {
    case 'OfferEdited':
      return { ...offer, details: withChanges(offer.details, event.data.changes) };
    case 'OfferDeleted':
      return { phase: 'deleted' };
    default:
      return event satisfies never;
  }
}
