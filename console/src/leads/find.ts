import type * as readContract from '@crm/contracts/leads/read.ts';
import { address } from '../api/address.ts';
import { call } from '../api/client.ts';
import type { Finder } from '../keys/finder.ts';
import { paths } from '../paths.ts';
import { capitalised } from '../ui/StatusBadge.tsx';

/** Finds leads with the search of the leads list. */
export const findLeads: Finder['find'] = async (text, signal) => {
  const { data } = await call(
    address<typeof readContract.listLeads>('GET', '/leads'),
    { query: { search: text, limit: 8, includeComments: false } },
    { signal },
  );
  return data.map((lead) => ({
    id: lead._id,
    label: `${lead.orderId} · ${lead.fullName}`,
    detail: `${lead.phone} · ${capitalised(lead.status)}`,
    to: paths.leads.one(lead._id),
  }));
};
