import type * as contract from '@crm/contracts/tenants/tenants.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import type { Input } from '../api/client.ts';
import { againEachMinute, read } from '../api/read.ts';

export type TenantListInput = Input<typeof contract.listTenants>['query'];

/** One page of the organisations; the previous page stays visible while the next loads. */
export const tenantList = (query: TenantListInput) =>
  queryOptions({
    ...read(
      address<typeof contract.listTenants>('GET', '/super-admin/tenants'),
      { query },
      { topics: ['tenants', 'subscriptions'] },
    ),
    // Leads come in without hints for super admins (projections/tenants/lead-days.ts).
    refetchInterval: againEachMinute,
    placeholderData: keepPreviousData,
  });
