import { z } from 'zod';
import { Currency } from '../language/currency.ts';
import { type EventOf, event } from '../language/define.ts';

export const offerCategories = [
  'weight-loss',
  'adult-wellness',
  'joint-health',
  'diabetes-care',
  'hair-care',
  'heart-health',
  'digestive-health',
  'immune-support',
  'mental-health',
  'skin-care',
  'eye-health',
  'bone-health',
  'other',
] as const;
export const OfferCategory = z.enum(offerCategories, { error: 'Category is required' });
export type OfferCategory = z.infer<typeof OfferCategory>;

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
