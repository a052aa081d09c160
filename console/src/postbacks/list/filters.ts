import { triggerEvents } from '@crm/events/postbacks/vocabulary.ts';
import { oneOf, paging, type StateOf, search, viewed } from '../../url/fields.ts';
import type { PostbackListInput } from '../queries.ts';

/** The state in the page's URL. */
export const postbackListState = {
  ...paging,
  ...viewed,
  search,
  status: oneOf(['all', 'active', 'inactive'], 'all'),
  trigger: oneOf(['all', ...triggerEvents], 'all'),
};
type PostbackListState = StateOf<typeof postbackListState>;

/** The query to send to the server. */
export function queryOf({ page, limit, search, status, trigger }: PostbackListState): PostbackListInput {
  return {
    page,
    limit,
    search: search || undefined,
    isActive: status === 'all' ? undefined : status === 'active',
    triggerEvent: trigger === 'all' ? undefined : trigger,
  };
}
