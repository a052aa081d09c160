import type { LeadFilters } from '@crm/contracts/leads/read.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type Bits, both, countOf } from '../bits.ts';
import { bitsOf, readBitmaps } from '../leads/bitmaps.ts';
import { conditionsOf } from '../leads/filters.ts';
import { createdWithin, type FoundLeads, find } from '../leads/find.ts';
import type { Reach } from '../leads/reach.ts';
import { waitingLeads } from '../leads/waiting.ts';

/** Counts leads by the bitmap index, exactly as the leads list counts its matches: no lead is read. */
export type LeadCounts = {
  total: number;
  found: FoundLeads;
  /** The leads with a value of filter-values.ts. */
  having: (value: string) => Bits;
  created: (period: { from: number; before: number }) => Promise<number>;
  waiting: (kind: 'overdue' | 'urgent') => Promise<Bits>;
};

/** @param values the values that `having` is asked for */
export async function countLeads(
  db: Db,
  reach: Reach,
  values: readonly string[],
  filters: LeadFilters = {},
): Promise<LeadCounts> {
  const [found, bitmaps] = await Promise.all([
    find(conditionsOf(filters, reach), db),
    readBitmaps(db, reach.tenant, values),
  ]);
  const { bits, runs, total } = found;
  return {
    total,
    found,
    having: (value) => both(bits, bitsOf(bitmaps, value, bits)),
    created: async (period) => countOf(both(bits, await createdWithin(db, reach.tenant, period, runs, bits))),
    waiting: async (kind) => both(bits, await waitingLeads(db, reach.tenant, kind, bits)),
  };
}
