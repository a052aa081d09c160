import { triggerEvents } from '@crm/events/postbacks/vocabulary.ts';
import { activity, isActiveOf, oneOf, paging, type StateOf, search, viewed } from '../../url/fields.ts';
import type { PostbackListInput } from '../queries.ts';

/** The state in the page's URL. */
export const postbackListState = {
  ...paging,
  ...viewed,
  search,
  status: activity,
  trigger: oneOf(['all', ...triggerEvents], 'all'),
};
type PostbackListState = StateOf<typeof postbackListState>;

/** The query to send to the server. */
export function queryOf({ page, limit, search, status, trigger }: PostbackListState): PostbackListInput {
  return {
    page,
    limit,
    search: search || undefined,
    isActive: isActiveOf(status),
    triggerEvent: trigger === 'all' ? undefined : trigger,
  };
}
