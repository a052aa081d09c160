import { expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { offerDescriptions } from './describe.ts';
import { offerCreated, offerDeleted, offerEdited } from './story.ts';

test.each([
  {
    event: offerCreated(),
    lines: [
      'Offer created',
      'Offer Name:  → Knee oil',
      'Category:  → joint-health',
      'Price:  → 49.99',
      'Currency:  → INR',
      'Stock Quantity:  → Unlimited',
      'Active:  → Yes',
    ],
  },
  {
    event: offerEdited({ stockQuantity: 40, price: 5900, isActive: false }),
    lines: ['Offer edited', 'Price: ? → 59.00', 'Stock Quantity: ? → 40', 'Active: ? → No'],
  },
  { event: offerDeleted(), lines: ['Offer deleted'] },
])('describes $event.type', ({ event, lines }) => expect(described(offerDescriptions, event)).toEqual(lines));
