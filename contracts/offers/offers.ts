import { Currency } from '@crm/events/language/currency.ts';
import { absentOr } from '@crm/events/language/field-errors.ts';
import { offerCategories } from '@crm/events/offers/categories.ts';
import { OfferCategory } from '@crm/events/offers/events.ts';
import { z } from 'zod';
import { Amounts } from '../amounts.ts';
import { endpoint } from '../endpoint.ts';
import {
  byId,
  flag,
  instant,
  nothing,
  optional,
  pageQuery,
  priceOr,
  searchText,
  seenRevision,
} from '../fields.ts';

/** An offer in lists and on its page. */
export const Offer = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  category: OfferCategory,
  price: z.number(),
  currentPrice: z.number(),
  currency: Currency,
  /** Null means unlimited. */
  stockQuantity: z.int().nullable(),
  isActive: z.boolean(),
  stats: z.object({ totalLeads: z.int() }),
  /** Percentage of its leads that are approved, to one decimal. */
  conversionRate: z.number(),
  createdAt: instant,
  updatedAt: instant,
  /** The stream's revision; an edit with another revision is refused. */
  revision: z.int(),
});
export type Offer = z.infer<typeof Offer>;

/** The offer form's fields and texts, without defaults: in an edit, a missing field stays unchanged. */
const offerFields = z.strictObject({
  name: z
    .string({ error: 'Offer name is required' })
    .trim()
    .min(1, { error: 'Offer name is required' })
    .max(200, { error: 'Offer name cannot exceed 200 characters' }),
  category: z.enum(offerCategories, {
    error: absentOr(`Must be one of ${offerCategories.join(', ')}`, 'Category is required'),
  }),
  price: priceOr('Price is required'),
  currency: Currency,
  stockQuantity: optional(
    z.preprocess(
      (value) => (typeof value === 'string' ? Number(value) : value),
      z
        .number({ error: 'Must be a whole number' })
        .int({ error: 'Must be a whole number' })
        .min(0, { error: 'Must be a positive number' })
        .max(1_000_000_000, { error: 'Cannot exceed 1000000000' }),
    ),
  ),
  isActive: flag,
});

const OfferForm = offerFields.extend({
  currency: Currency.default('USD'),
  isActive: flag.default(true),
});

export const listOffers = endpoint({
  method: 'GET',
  path: '/offers',
  query: z.strictObject({
    ...pageQuery,
    search: searchText,
    category: OfferCategory.optional(),
    isActive: flag.optional(),
  }),
  data: z.array(Offer),
  paged: true,
});

/** Active offers for the lead form. Without figures, because operators read it, and those count the leads of all. */
export const activeOffers = endpoint({
  method: 'GET',
  path: '/offers/active',
  data: z.array(Offer.omit({ stats: true, conversionRate: true })),
});

/** Offers by name, for filters; includes inactive ones, because their leads still exist. */
export const offerNames = endpoint({
  method: 'GET',
  path: '/offers/names',
  data: z.array(Offer.pick({ _id: true, name: true, isActive: true })),
});

export const getOffer = endpoint({
  method: 'GET',
  path: '/offers/:id',
  params: byId,
  data: z.object({ offer: Offer }),
});

export const offerStats = endpoint({
  method: 'GET',
  path: '/offers/:id/stats',
  params: byId,
  data: z.object({
    totalLeads: z.int(),
    approvedLeads: z.int(),
    /** The total of the approved leads, per currency. */
    revenue: Amounts,
    /** The part of it in the offer's currency. */
    totalRevenue: z.number(),
    conversionRate: z.number(),
  }),
});

export const createOffer = endpoint({
  method: 'POST',
  path: '/offers',
  body: OfferForm.partial({ stockQuantity: true }),
  data: z.object({ offer: Offer.pick({ _id: true, name: true }) }),
  statuses: [201],
});

export const updateOffer = endpoint({
  method: 'PUT',
  path: '/offers/:id',
  params: byId,
  body: offerFields.partial().extend({ revision: seenRevision }),
  data: nothing,
});

export const deleteOffer = endpoint({ method: 'DELETE', path: '/offers/:id', params: byId, data: nothing });
