import { LeadListQuery } from '@crm/contracts/leads/read.ts';
import { listUrgentLeads } from '@crm/contracts/work/work.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { pageOf } from '../leads/list.ts';
import { ownLeadsOf } from '../leads/visible-leads.ts';
import { query } from '../query.ts';

const urgent = LeadListQuery.parse({ urgent: true, sortBy: 'createdAt', sortOrder: 'asc' });

/** Lists the caller's own urgent leads as the leads list does. */
export const urgentLeads = query({
  endpoint: listUrgentLeads,
  policy: everyUser,
  reads: ['leads', 'users', 'offers', 'tenants'],
  run: async ({ query: page, caller }, db) => ({
    kind: 'answer',
    ...(await pageOf({ ...urgent, ...page }, ownLeadsOf(caller), db)),
  }),
});
