import { tenantStatuses } from '@crm/contracts/tenants/vocabulary.ts';
import { oneOf, paging, type StateOf, search, viewed } from '../../url/fields.ts';
import type { TenantListInput } from '../queries.ts';

/** The state in the page's URL. */
export const tenantListState = {
  ...paging,
  ...viewed,
  search,
  status: oneOf(['all', ...tenantStatuses], 'all'),
};

/** The query to send to the server. */
export function queryOf({ page, limit, search, status }: StateOf<typeof tenantListState>): TenantListInput {
  return { page, limit, search: search || undefined, status: status === 'all' ? undefined : status };
}
