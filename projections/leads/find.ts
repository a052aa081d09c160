import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type Bits, countOf, drop, keep, noBits, numbersOf } from '../bits.ts';
import { containing } from '../like.ts';
import { bitsOf, readBitmaps } from './bitmaps.ts';
import { leadsWith } from './column-filter.ts';
import { createdWithin } from './created.ts';
import { filterValue } from './filter-values.ts';
import type { Conditions } from './filters.ts';
import { numbersBy, oneOf, setFrom } from './number-sets.ts';
import { type Run, runsOf } from './runs.ts';
import { waitingLeads } from './waiting.ts';

/** The matching leads as a set of their numbers, and the tenant's runs of leads in order of creation. */
export type FoundLeads = { tenant: string; bits: Bits; total: number; runs: Run[] };

/**
 * Finds all matching leads, so that the total is exact and every page is reachable. Bitmaps are intersected in memory
 * (128 KB per million leads); only conditions without a bitmap are evaluated by SQL.
 */
export async function find(conditions: Conditions, db: Db): Promise<FoundLeads> {
  const { tenant, hasNot, created, waiting, columns, numberQueries, search } = conditions;
  const has = conditions.has.length > 0 ? conditions.has : [filterValue.lead];
  const [bitmaps, runs, ...listed] = await Promise.all([
    readBitmaps(db, tenant, [...has, ...hasNot]),
    readRuns(db, tenant),
    ...numberQueries.map(({ sql, values }) => numbersBy(db, sql, [tenant, ...values])),
  ]);
  const size = runs.reduce((most, { chunks }) => Math.max(most, ...chunks.map((chunk) => chunk + 1)), 0);
  const [first = filterValue.lead, ...others] = has;
  const bits = bitsOf(bitmaps, first, noBits(size));
  for (const value of others) keep(bits, bitsOf(bitmaps, value, bits));
  for (const value of hasNot) drop(bits, bitsOf(bitmaps, value, bits));
  for (const numbers of listed) keep(bits, setFrom(numbers, bits));
  if (created)
    for (const within of await createdWithin(db, tenant, [created], runs, bits)) keep(bits, within);
  if (columns.length > 0) keep(bits, await leadsWith(db, tenant, columns, created, bits));
  for (const { kind, is } of waiting) {
    const leads = await waitingLeads(db, tenant, kind, bits);
    if (is) keep(bits, leads);
    else drop(bits, leads);
  }
  if (search.length > 0) keep(bits, setFrom(await searched(db, tenant, search, bits), bits));
  return { tenant, bits, total: countOf(bits), runs };
}

/** By the primary key of lead_chunks: one row per 8,192 leads. */
async function readRuns(db: Db, tenant: string): Promise<Run[]> {
  const { rows } = await db.query<{ chunk: number; first_at: Date; last_at: Date }>({
    name: 'read runs',
    text: 'select chunk, first_at, last_at from lead_chunks where tenant = $1',
    values: [tenant],
  });
  return runsOf(
    rows.map(({ chunk, first_at, last_at }) => ({
      chunk,
      first: first_at.getTime(),
      last: last_at.getTime(),
    })),
  );
}

/** A text check of one lead in ONE_IN costs as much as a trigram search over all of them. */
const ONE_IN = 20;

/**
 * The leads whose text contains the terms, by index lead_search_text. If the other filters leave few leads, those are
 * read by lead_search_number and checked instead.
 */
async function searched(db: Db, tenant: string, terms: string[][], among: Bits): Promise<number[]> {
  const values: unknown[] = [tenant];
  const value = (of: unknown) => `$${values.push(of)}`;
  const found = terms.map(
    (either) => `(${either.map((term) => `search like ${value(containing(term))}`).join(' or ')})`,
  );
  const left = countOf(among);
  if (left === 0) return [];
  const here = left * ONE_IN < among.length * 32 ? ` and ${oneOf(value(numbersOf(among)))}` : '';
  return numbersBy(
    db,
    `select number from lead_search where tenant = $1 and ${found.join(' and ')}${here}`,
    values,
  );
}
