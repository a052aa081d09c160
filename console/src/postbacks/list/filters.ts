import { triggerEvents } from '@crm/events/postbacks/vocabulary.ts';
import { z } from 'zod';
import { paging } from '../../url/codec.ts';
import type { PostbackListInput } from '../queries.ts';

/** The filters of the list. */
const postbackFilters = z.object({
  search: z.string().trim().max(200).default(''),
  status: z.enum(['all', 'active', 'inactive']).default('all'),
  trigger: z.enum(['all', ...triggerEvents]).default('all'),
});

/** The complete state in the page's URL. */
export const postbackListState = postbackFilters.extend(paging);
type PostbackListState = z.infer<typeof postbackListState>;

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
