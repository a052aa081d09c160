import { offerCategories } from '@crm/events/offers/events.ts';
import { z } from 'zod';
import { paging } from '../../url/codec.ts';
import type { OfferListInput } from '../queries.ts';

/** The filters of the list. */
const offerFilters = z.object({
  search: z.string().trim().max(200).default(''),
  category: z.enum(['all', ...offerCategories]).default('all'),
  status: z.enum(['all', 'active', 'inactive']).default('all'),
});

/** The complete state in the page's URL. */
export const offerListState = offerFilters.extend(paging);
export type OfferListState = z.infer<typeof offerListState>;

/** The query to send to the server. */
export function queryOf({ page, limit, search, category, status }: OfferListState): OfferListInput {
  return {
    page,
    limit,
    search: search || undefined,
    category: category === 'all' ? undefined : category,
    isActive: status === 'all' ? undefined : status === 'active',
  };
}
