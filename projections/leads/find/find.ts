import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type Bits, countOf, drop, keep, noBits } from '../../bits.ts';
import { filterValue } from '../filter-values.ts';
import { bitsOf, readBitmaps } from './bitmaps.ts';
import { leadsWith } from './column-filter.ts';
import { createdWithin } from './created.ts';
import type { Conditions } from './filters.ts';
import { numbersBy, setFrom } from './number-sets.ts';
import { type ChunkRun, chunkRunsOf } from './runs.ts';
import { openSearch, textMatches } from './search.ts';
import { waitingLeads } from './waiting.ts';

/** The matching leads as a set of their numbers, and the tenant's runs of leads in order of creation. */
export type FoundLeads = { tenant: string; bits: Bits; total: number; runs: ChunkRun[] };

/**
 * Finds all matching leads, so that the total is exact and every page is reachable. Bitmaps are intersected in memory
 * (128 KB per million leads); only conditions without a bitmap are evaluated by SQL.
 */
export async function find(conditions: Conditions, db: Db): Promise<FoundLeads> {
  const { tenant, hasNot, created, waiting, columns, numberQueries, search } = conditions;
  const has = conditions.has.length > 0 ? conditions.has : [filterValue.lead];
  const [bitmaps, runs, text, ...listed] = await Promise.all([
    readBitmaps(db, tenant, [...has, ...hasNot]),
    readRuns(db, tenant),
    search.length > 0 ? openSearch(db, tenant, search) : null,
    ...numberQueries.map(({ sql, values }) => numbersBy(db, sql, [tenant, ...values])),
  ]);
  const size = runs.reduce((most, { chunks }) => Math.max(most, ...chunks.map((chunk) => chunk + 1)), 0);
  const [first = filterValue.lead, ...others] = has;
  const bits = bitsOf(bitmaps, first, noBits(size));
  for (const value of others) keep(bits, bitsOf(bitmaps, value, bits));
  for (const value of hasNot) drop(bits, bitsOf(bitmaps, value, bits));
  for (const numbers of listed) keep(bits, setFrom(numbers, bits));
  if (created)
    for (const within of await createdWithin(db, { tenant, runs }, [created], bits)) keep(bits, within);
  if (columns.length > 0) keep(bits, await leadsWith(db, { tenant, columns, created }, bits));
  for (const { kind, is } of waiting) {
    const leads = await waitingLeads(db, { tenant, kind }, bits);
    if (is) keep(bits, leads);
    else drop(bits, leads);
  }
  if (text) keep(bits, await textMatches(db, tenant, text, bits));
  return { tenant, bits, total: countOf(bits), runs };
}

/** By the primary key of lead_chunks: one row per 8,192 leads. */
async function readRuns(db: Db, tenant: string): Promise<ChunkRun[]> {
  const { rows } = await db.query<{ chunk: number; first_at: Date; last_at: Date }>({
    name: 'read runs',
    text: 'select chunk, first_at, last_at from lead_chunks where tenant = $1',
    values: [tenant],
  });
  return chunkRunsOf(
    rows.map(({ chunk, first_at, last_at }) => ({
      chunk,
      first: first_at.getTime(),
      last: last_at.getTime(),
    })),
  );
}
