import type { Db } from '@crm/platform/postgres/transaction.ts';
import { addNumber, type Bits, CHUNK, ofChunks } from '../../bits.ts';
import { BLOCK } from '../../block-column.ts';
import { QUARTER_HOUR_MS } from '../../durations.ts';
import { readNumbers } from './number-sets.ts';
import type { ChunkRun } from './runs.ts';

/** From `from` (inclusive) to `before` (exclusive), in ms. */
export type Period = { from: number; before: number };

/** Leads of which the period may contain some, with the times of the first and last one. */
type Range = { first: number; last: number };

/** A block of lead_columns: its leads were created between two times. */
type TimedBlock = Range & { block: number };

/**
 * The leads created in each of the periods, as sets of size `length`; they contain numbers of deleted leads too. Runs
 * that are fully inside are taken as a whole. Of runs at the edges, blocks are: 256 leads instead of 8,192. The leads of
 * the blocks that remain, about one at each edge, are read with the index leads_created, in one query.
 */
export async function createdWithin(
  db: Db,
  { tenant, runs }: { tenant: string; runs: readonly ChunkRun[] },
  periods: readonly Period[],
  { length }: Bits,
): Promise<Bits[]> {
  const all = new Uint32Array(length).fill(-1);
  const found = periods.map((period) => {
    const touched = runs.filter((run) => run.first < period.before && run.last >= period.from);
    const chunksOf = (inside: boolean) =>
      touched.filter((run) => isInside(run, period) === inside).flatMap(({ chunks }) => chunks);
    return { period, leads: ofChunks(all, chunksOf(true)), edges: new Set(chunksOf(false)) };
  });
  const edges = new Set(found.flatMap((each) => [...each.edges]));
  if (edges.size === 0) return found.map(({ leads }) => leads);

  const blocks = await blocksOf(db, tenant, [...edges]);
  const ranges = found.flatMap(({ period, leads, edges: own }) => {
    const cut: TimedBlock[] = [];
    for (const block of blocks) {
      if (!own.has(Math.floor((block.block * BLOCK) / CHUNK))) continue;
      if (isInside(block, period))
        leads.fill(-1, (block.block * BLOCK) / 32, ((block.block + 1) * BLOCK) / 32);
      else if (block.first < period.before && block.last >= period.from) cut.push(block);
    }
    return joined(cut).map(({ first, last }) => ({
      leads,
      first: new Date(Math.max(period.from, first)),
      last: new Date(Math.min(period.before - 1, last)),
    }));
  });
  if (ranges.length > 0) await addCreated(db, tenant, ranges);
  return found.map(({ leads }) => leads);
}

const isInside = ({ first, last }: Range, { from, before }: Period) => first >= from && last < before;

/**
 * The blocks of chunks, by the primary key of lead_columns: with a list of blocks, because for their computed limits
 * Postgres would scan the table. Their times are whole quarter hours.
 */
async function blocksOf(db: Db, tenant: string, chunks: readonly number[]): Promise<TimedBlock[]> {
  const numbers = chunks.flatMap((chunk) =>
    Array.from({ length: CHUNK / BLOCK }, (_, n) => (chunk * CHUNK) / BLOCK + n),
  );
  const { rows } = await db.query<{ block: number; first_at: number; last_at: number }>({
    name: 'read times of blocks',
    text: 'select block, first_at, last_at from lead_columns where tenant = $1 and block = any($2)',
    values: [tenant, numbers],
  });
  return rows.map(({ block, first_at, last_at }) => ({
    block,
    first: first_at * QUARTER_HOUR_MS,
    last: (last_at + 1) * QUARTER_HOUR_MS - 1,
  }));
}

/** Ranges that overlap as one, so that no lead is read twice. */
function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = all.at(-1);
    if (before && first <= before.last) before.last = Math.max(before.last, last);
    else all.push({ first, last });
  }
  return all;
}

/** Adds the leads created in each of the ranges, both ends included. */
async function addCreated(
  db: Db,
  tenant: string,
  ranges: readonly { leads: Bits; first: Date; last: Date }[],
) {
  const { rows } = await db.query<{ numbers: string | null }>({
    name: 'read created leads',
    text: `select (select array_agg(number)::text from leads
                    where tenant = $1 and created_at >= e.first and created_at <= e.last) as numbers
             from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality e(first, last, n) order by e.n`,
    values: [tenant, ranges.map(({ first }) => first), ranges.map(({ last }) => last)],
  });
  for (const [at, { leads }] of ranges.entries())
    for (const n of readNumbers(rows[at]?.numbers ?? '{}')) addNumber(leads, n);
}
