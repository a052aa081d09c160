import { z } from 'zod';
import { Currency } from '../language/currency.ts';
import { type EventOf, event } from '../language/define.ts';
import { offerCategories } from './categories.ts';

export const OfferCategory = z.enum(offerCategories);

export const OfferDetails = z.object({
  name: z.string(),
  category: OfferCategory,
  /** Minor units of `currency`. */
  price: z.int(),
  currency: Currency,
  /** Null means unlimited. */
  stockQuantity: z.int().nullable(),
  isActive: z.boolean(),
});
export type OfferDetails = z.infer<typeof OfferDetails>;

export const offerEvents = {
  OfferCreated: event(z.object({ details: OfferDetails })),
  OfferEdited: event(z.object({ changes: OfferDetails.partial() })),
  OfferDeleted: event(z.object({})),
};
export type OfferEvent = EventOf<typeof offerEvents>;
