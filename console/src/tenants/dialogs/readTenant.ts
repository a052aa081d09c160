import { listTenants, type Tenant } from '@crm/contracts/tenants/tenants.ts';
import { call } from '../../api/client.ts';

/** The organisation as it is now; undefined when it is not found any more, as when another super admin has changed the email. */
export async function readTenant({ _id, organizationName, admin }: Tenant): Promise<Tenant | undefined> {
  const { data } = await call(listTenants, { query: { search: admin?.email ?? organizationName } });
  return data.find((tenant) => tenant._id === _id);
}
