import type { LeadFilters } from '@crm/contracts/leads/read.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type Bits, countOfBoth, keep } from '../../bits.ts';
import type { VisibleLeads } from '../visible-leads.ts';
import { bitsOf, readBitmaps } from './bitmaps.ts';
import { createdWithin, type Period } from './created.ts';
import { conditionsOf } from './filters.ts';
import { find } from './find.ts';
import { waitingLeads } from './waiting.ts';

/** Leads counted by the bitmap index, exactly as the leads list counts its matches: no lead is read. */
export type LeadCounts = {
  total: number;
  bits: Bits;
  /** The leads with one of the `values` that were read. */
  having: (value: string) => Bits;
  /** The number of leads created in each of the periods. */
  created: (periods: readonly Period[]) => Promise<number[]>;
  overdue: () => Promise<Bits>;
};

/**
 * Finds the leads that match the filters, to count parts of them.
 * @param values the values of filter-values.ts that `having` is called with
 */
export async function countMatches(
  db: Db,
  reach: VisibleLeads,
  values: readonly string[],
  filters: LeadFilters = {},
): Promise<LeadCounts> {
  const { tenant } = reach;
  const [{ bits, runs, total }, bitmaps] = await Promise.all([
    find(conditionsOf(filters, reach), db),
    readBitmaps(db, tenant, values),
  ]);
  return {
    total,
    bits,
    having: (value) => within(bits, bitsOf(bitmaps, value, bits)),
    created: async (periods) => {
      const found = await createdWithin(db, { tenant, runs }, periods, bits);
      return found.map((leads) => countOfBoth(bits, leads));
    },
    overdue: async () => within(bits, await waitingLeads(db, { tenant, kind: 'overdue' }, bits)),
  };
}

/** The leads of a set of its own that are among the others. */
function within(others: Bits, leads: Bits): Bits {
  keep(leads, others);
  return leads;
}
