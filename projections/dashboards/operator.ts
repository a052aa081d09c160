import { operatorDashboard, URGENT_SHOWN } from '@crm/contracts/dashboards/dashboards.ts';
import { LeadListQuery } from '@crm/contracts/leads/read.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { countOf } from '../bits.ts';
import { filterValue } from '../leads/filter-values.ts';
import { countMatches } from '../leads/find/counts.ts';
import { pageOf } from '../leads/list.ts';
import { ownLeadsOf } from '../leads/visible-leads.ts';
import { query } from '../query.ts';
import { timeZoneOf } from '../tenants/settings.ts';
import { periodsAt, since } from './periods.ts';

/** The urgent leads, which have waited longest first. */
const urgent = LeadListQuery.parse({
  urgent: true,
  limit: URGENT_SHOWN,
  includeComments: false,
  sortBy: 'createdAt',
  sortOrder: 'asc',
});

/** The caller's own figures and urgent leads. Days are those of the request's time zone, or else of the tenant's. */
export const ownDashboard = query({
  endpoint: operatorDashboard,
  policy: everyUser,
  reads: ['leads', 'users', 'offers', 'tenants'],
  async run({ query: { timeZone: requested }, caller }, db) {
    const timeZone = await timeZoneOf(db, caller.tenant, requested);
    const { today, week } = periodsAt(new Date(), timeZone);
    const reach = ownLeadsOf(caller);
    const { open, pending } = filterValue;
    const [{ counts, todayLeads, weekLeads }, urgentPage] = await Promise.all([
      countMatches(db, reach, [open, pending]).then(async (counts) => {
        const [todayLeads = 0, weekLeads = 0] = await counts.created([
          since(today, timeZone),
          since(week, timeZone),
        ]);
        return { counts, todayLeads, weekLeads };
      }),
      pageOf(urgent, reach, db),
    ]);
    const { total, having } = counts;
    const openLeads = countOf(having(open));
    return {
      kind: 'answer',
      data: {
        assignedLeads: total,
        todayLeads,
        weekLeads,
        pendingApprovals: countOf(having(pending)),
        completedLeads: total - openLeads,
        openLeads,
        urgentTotal: urgentPage.pagination.total,
        urgentLeads: urgentPage.data,
        periods: { timeZone, today, week },
      },
    };
  },
});
