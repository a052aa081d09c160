import type { Tenant } from '@crm/contracts/tenants/tenants.ts';
import type { QueryClient } from '@tanstack/react-query';
import { readNow } from '../../api/read.ts';
import { tenantList } from '../queries.ts';

/** The organisation as it is now; undefined when it is not found any more, as when another super admin has changed the email. */
export async function readTenant(
  queryClient: QueryClient,
  { _id, organizationName, admin }: Tenant,
): Promise<Tenant | undefined> {
  const { data } = await readNow(queryClient, tenantList({ search: admin?.email ?? organizationName }));
  return data.find((tenant) => tenant._id === _id);
}
