import { storiesOf } from '../test/story.ts';
import { offerDecider } from './decide.ts';
import type { OfferDetails, OfferEvent } from './events.ts';

/** Test fixtures for offers. */
export const given = storiesOf(offerDecider);

export const details: OfferDetails = {
  name: 'Knee oil',
  category: 'joint-health',
  price: 4999,
  currency: 'INR',
  stockQuantity: null,
  isActive: true,
};

export const offerCreated = (): OfferEvent => ({ type: 'OfferCreated', data: { details } });
export const offerEdited = (changes: Partial<OfferDetails>): OfferEvent => ({
  type: 'OfferEdited',
  data: { changes },
});
export const offerDeleted = (): OfferEvent => ({ type: 'OfferDeleted', data: {} });
