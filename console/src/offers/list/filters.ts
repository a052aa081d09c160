import { offerCategories } from '@crm/events/offers/events.ts';
import { z } from 'zod';
import { paging } from '../../url/codec.ts';
import type { OfferListInput } from '../queries.ts';

/** What the list can be narrowed by. */
const offerFilters = z.object({
  search: z.string().trim().max(200).default(''),
  category: z.enum(['all', ...offerCategories]).default('all'),
  status: z.enum(['all', 'active', 'inactive']).default('all'),
});
type OfferFilters = z.infer<typeof offerFilters>;

/** The whole of what the page's address holds. */
export const offerListState = offerFilters.extend(paging);
export type OfferListState = z.infer<typeof offerListState>;

export const noFilters: OfferFilters = offerFilters.parse({});

export function isFiltered({ search, category, status }: OfferFilters): boolean {
  return search !== '' || category !== 'all' || status !== 'all';
}

/** What the server is asked for. */
export function queryOf({ page, limit, search, category, status }: OfferListState): OfferListInput {
  return {
    page,
    limit,
    search: search || undefined,
    category: category === 'all' ? undefined : category,
    isActive: status === 'all' ? undefined : status === 'active',
  };
}
