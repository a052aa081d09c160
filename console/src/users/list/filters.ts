import { z } from 'zod';
import { paging } from '../../url/codec.ts';
import type { UserListInput } from '../queries.ts';

/** The filters of the list. */
const userFilters = z.object({
  search: z.string().trim().max(200).default(''),
  role: z.enum(['all', 'admin', 'operator']).default('all'),
  status: z.enum(['all', 'active', 'inactive']).default('all'),
});

/** The complete state in the page's URL. */
export const userListState = userFilters.extend(paging);
export type UserListState = z.infer<typeof userListState>;

/** The query to send to the server. */
export function queryOf({ page, limit, search, role, status }: UserListState): UserListInput {
  return {
    page,
    limit,
    search: search || undefined,
    role: role === 'all' ? undefined : role,
    isActive: status === 'all' ? undefined : status === 'active',
  };
}
