import { offerCategories } from '@crm/events/offers/categories.ts';
import { activity, isActiveOf, oneOf, paging, type StateOf, search, viewed } from '../../url/fields.ts';
import type { OfferListInput } from '../queries.ts';

/** The state in the page's URL. */
export const offerListState = {
  ...paging,
  ...viewed,
  search,
  category: oneOf(['all', ...offerCategories], 'all'),
  status: activity,
};
export type OfferListState = StateOf<typeof offerListState>;

/** The query to send to the server. */
export function queryOf({ page, limit, search, category, status }: OfferListState): OfferListInput {
  return {
    page,
    limit,
    search: search || undefined,
    category: category === 'all' ? undefined : category,
    isActive: isActiveOf(status),
  };
}
