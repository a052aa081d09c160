import { addressStats, leadStats } from '@crm/contracts/leads/read.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { countOf } from '../bits.ts';
import { query } from '../query.ts';
import { filterValue } from './filter-values.ts';
import { countMatches } from './find/counts.ts';
import { visibleTo } from './visible-leads.ts';

const { status } = filterValue;
const statuses = {
  approved: status('approved'),
  cancelled: status('cancelled'),
  hold: status('hold'),
  processing: status('processing'),
  trash: status('trash'),
};

/** Counts of leads: by status, assigned and unassigned, pending, and created today. */
export const leadFigures = query({
  endpoint: leadStats,
  policy: everyUser,
  reads: ['leads', 'tenants'],
  async run({ query: { todayFrom, limit: _, ...filters }, caller }, db) {
    const values = [...Object.values(statuses), filterValue.unassigned, filterValue.pending];
    const counts = await countMatches(db, visibleTo(caller), values, filters);
    const having = (value: string) => countOf(counts.having(value));
    const from = todayFrom ? Date.parse(todayFrom) : new Date().setUTCHours(0, 0, 0, 0);
    const [today = 0] = await counts.created([{ from, before: Number.POSITIVE_INFINITY }]);
    const unassigned = having(filterValue.unassigned);
    return {
      kind: 'answer',
      data: {
        total: counts.total,
        byStatus: {
          approved: having(statuses.approved),
          cancelled: having(statuses.cancelled),
          hold: having(statuses.hold),
          processing: having(statuses.processing),
          trash: having(statuses.trash),
        },
        assigned: counts.total - unassigned,
        unassigned,
        pending: having(filterValue.pending),
        today,
      },
    };
  },
});

export const addressFigures = query({
  endpoint: addressStats,
  policy: everyUser,
  reads: ['leads', 'tenants'],
  async run({ query: { limit: _, ...filters }, caller }, db) {
    const { total, having } = await countMatches(db, visibleTo(caller), [filterValue.address], filters);
    const withAddress = countOf(having(filterValue.address));
    return {
      kind: 'answer',
      data: { total, withAddress, withoutAddress: total - withAddress },
    };
  },
});
