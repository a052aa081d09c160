import { changedFields } from '../language/changes.ts';
import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import type { OfferDetails, OfferEvent } from './events.ts';
import { evolve, type Offer } from './state.ts';

export type OfferCommand =
  | { type: 'CreateOffer'; details: OfferDetails }
  | { type: 'EditOffer'; changes: { [K in keyof OfferDetails]?: OfferDetails[K] | undefined } }
  | { type: 'DeleteOffer' };

export type OfferRefusal = 'offer-exists' | 'offer-not-found';

export const offerDecider: Decider<Offer, OfferCommand, OfferEvent, OfferRefusal> = {
  initialState: { phase: 'none' },

  evolve,

  decide(command, offer): Decision<OfferEvent, OfferRefusal> {
    if (command.type === 'CreateOffer') {
      if (offer.phase !== 'none') return refuse('offer-exists');
      return accept({ type: 'OfferCreated', data: { details: command.details } });
    }
    if (offer.phase !== 'present') return refuse('offer-not-found');
    switch (command.type) {
      case 'EditOffer': {
        const changes = changedFields(offer.details, command.changes);
        return changes ? accept({ type: 'OfferEdited', data: { changes } }) : accept();
      }
      case 'DeleteOffer':
        return accept({ type: 'OfferDeleted', data: {} });
      default:
        return command satisfies never;
    }
  },
};
