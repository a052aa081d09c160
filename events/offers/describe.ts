import { type DescribedFields, type Descriptions, firstValues, newValues } from '../language/describe.ts';
import { fromMinor } from '../language/money.ts';
import type { OfferDetails, OfferEvent } from './events.ts';

const fields: DescribedFields<OfferDetails> = {
  name: { label: 'Offer Name' },
  category: { label: 'Category' },
  price: { label: 'Price', text: (price) => fromMinor(price).toFixed(2) },
  currency: { label: 'Currency' },
  stockQuantity: { label: 'Stock Quantity', text: (quantity) => String(quantity ?? 'Unlimited') },
  isActive: { label: 'Active' },
};

/** Each event of an offer for people. */
export const offerDescriptions: Descriptions<OfferEvent> = {
  OfferCreated: ({ details }, names) => ({
    text: 'Offer created',
    changes: firstValues(fields, details, names),
  }),
  OfferEdited: ({ changes }, names) => ({ text: 'Offer edited', changes: newValues(fields, changes, names) }),
  OfferDeleted: () => ({ text: 'Offer deleted', changes: [] }),
};
