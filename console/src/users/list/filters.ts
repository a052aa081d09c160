import { activity, isActiveOf, oneOf, paging, type StateOf, search, viewed } from '../../url/fields.ts';
import type { UserListInput } from '../queries.ts';

/** The state in the page's URL. */
export const userListState = {
  ...paging,
  ...viewed,
  search,
  role: oneOf(['all', 'admin', 'operator'], 'all'),
  status: activity,
};
export type UserListState = StateOf<typeof userListState>;

/** The query to send to the server. */
export function queryOf({ page, limit, search, role, status }: UserListState): UserListInput {
  return {
    page,
    limit,
    search: search || undefined,
    role: role === 'all' ? undefined : role,
    isActive: isActiveOf(status),
  };
}
