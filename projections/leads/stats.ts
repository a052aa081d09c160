import type { LeadFilters } from '@crm/contracts/leads/read.ts';
import { addressStats, leadStats } from '@crm/contracts/leads/read.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { both, countOf } from '../bits.ts';
import { query } from '../query.ts';
import { bitsOf, readBitmaps } from './bitmaps.ts';
import { filterValue } from './filter-values.ts';
import { conditionsOf } from './filters.ts';
import { createdWithin, find } from './find.ts';
import { type Reach, reachOf } from './reach.ts';

/** Finds the leads that match the filters, with a function that counts those with a given filter value. */
async function counted(filters: LeadFilters, reach: Reach, values: readonly string[], db: Db) {
  const [found, bitmaps] = await Promise.all([
    find(conditionsOf(filters, reach), db),
    readBitmaps(db, reach.tenant, values),
  ]);
  return { found, having: (value: string) => countOf(both(found.bits, bitsOf(bitmaps, value, found.bits))) };
}

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
  reads: ['leads'],
  async run({ query: { todayFrom, ...filters }, caller }, db) {
    const reach = reachOf(caller);
    const values = [...Object.values(statuses), filterValue.unassigned, filterValue.pending];
    const { found, having } = await counted(filters, reach, values, db);
    const from = todayFrom ? Date.parse(todayFrom) : new Date().setUTCHours(0, 0, 0, 0);
    const since = { from, before: Number.POSITIVE_INFINITY };
    const today = await createdWithin(db, reach.tenant, since, found.runs, found.bits);
    const unassigned = having(filterValue.unassigned);
    return {
      kind: 'answer',
      data: {
        total: found.total,
        byStatus: {
          approved: having(statuses.approved),
          cancelled: having(statuses.cancelled),
          hold: having(statuses.hold),
          processing: having(statuses.processing),
          trash: having(statuses.trash),
        },
        assigned: found.total - unassigned,
        unassigned,
        pending: having(filterValue.pending),
        today: countOf(both(found.bits, today)),
      },
    };
  },
});

export const addressFigures = query({
  endpoint: addressStats,
  policy: everyUser,
  reads: ['leads'],
  async run({ query: filters, caller }, db) {
    const { found, having } = await counted(filters, reachOf(caller), [filterValue.address], db);
    const withAddress = having(filterValue.address);
    return {
      kind: 'answer',
      data: { total: found.total, withAddress, withoutAddress: found.total - withAddress },
    };
  },
});
