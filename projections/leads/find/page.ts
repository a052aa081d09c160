import type { LeadListQuery } from '@crm/contracts/leads/read.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { z } from 'zod';
import { type Bits, both, CHUNK, countOf, countOfChunk, ofChunks } from '../../bits.ts';
import { filterValue } from '../filter-values.ts';
import { bitsOf, readBitmaps } from './bitmaps.ts';
import { type Amounts, type Slice, slicedByAmount } from './by-amount.ts';
import type { FoundLeads } from './find.ts';
import { LOOKUP_ENTRIES, numberCondition } from './number-condition.ts';

export type Order = Pick<z.output<typeof LeadListQuery>, 'sortBy' | 'sortOrder'>;

/** The SQL order of each sort; the number makes it unambiguous. */
const columns: Record<Order['sortBy'], readonly string[]> = {
  createdAt: ['created_at', 'number'],
  orderId: ['order_id', 'number'],
  total: ['total', 'number'],
  status: ['status', 'created_at', 'number'],
};

export const orderOf = ({ sortBy, sortOrder }: Order) => orderBy(columns[sortBy], sortOrder);
const orderBy = (by: readonly string[], to: Order['sortOrder']) =>
  by.map((column) => `${column} ${to}`).join(', ');

/**
 * The numbers of the leads on a page, in order. Positions are always counted in ascending order and mirrored for a
 * descending one, so that no lead is on two pages. @param amounts for pages by amount that are far from both ends
 */
export async function numbersOnPage(
  found: FoundLeads,
  { page, limit, sortBy, sortOrder }: Order & { page: number; limit: number },
  db: Db,
  amounts: Amounts | null,
): Promise<number[]> {
  const passed = (page - 1) * limit;
  const length = Math.min(limit, found.total - passed);
  if (length <= 0) return [];
  const slice = { skipped: sortOrder === 'asc' ? passed : found.total - passed - length, length };
  const numbers = await ascending(found, { sortBy, ...slice }, db, amounts);
  return sortOrder === 'asc' ? numbers : numbers.reverse();
}

async function ascending(
  found: FoundLeads,
  { sortBy, ...slice }: Slice & Pick<Order, 'sortBy'>,
  db: Db,
  amounts: Amounts | null,
): Promise<number[]> {
  switch (sortBy) {
    case 'createdAt':
      return byDate(found, slice, db);
    case 'status':
      return byStatus(found, slice, db);
    case 'orderId':
    case 'total': {
      // Indexes leads_order, leads_total.
      const { tenant, bits } = found;
      const among = { tenant, bits, entries: bits.length * 32, where: '', values: [] };
      if (sortBy === 'total' && amounts && isFarInside(found.total, among.entries, slice))
        return slicedByAmount(found, slice, db, amounts);
      return slicedFrom(among, columns[sortBy], slice, db);
    }
    default:
      return sortBy satisfies never;
  }
}

/** Reads only the runs that contain the slice. Index leads_created. */
async function byDate(
  { tenant, bits, runs }: FoundLeads,
  { skipped, length }: Slice,
  db: Db,
): Promise<number[]> {
  const chunks: number[] = [];
  let [before, upTo] = [0, 0];
  let [first, last] = [0, 0];
  for (const run of runs) {
    if (upTo >= skipped + length) break;
    const count = run.chunks.reduce((sum, chunk) => sum + countOfChunk(bits, chunk), 0);
    upTo += count;
    if (upTo <= skipped) {
      before = upTo;
      continue;
    }
    if (chunks.length === 0) first = run.first;
    last = run.last;
    chunks.push(...run.chunks);
  }
  const among = {
    tenant,
    bits: ofChunks(bits, chunks),
    entries: chunks.length * CHUNK,
    where: 'and created_at >= $3 and created_at <= $4',
    values: [new Date(first), new Date(last)],
  };
  return slicedFrom(among, columns.createdAt, { skipped: skipped - before, length }, db);
}

/** Reads status by status, each by date. */
async function byStatus(found: FoundLeads, { skipped, length }: Slice, db: Db): Promise<number[]> {
  const statuses = leadStatuses.toSorted();
  const bitmaps = await readBitmaps(db, found.tenant, statuses.map(filterValue.status));
  const numbers: number[] = [];
  let passed = 0;
  for (const status of statuses) {
    const bits = both(found.bits, bitsOf(bitmaps, filterValue.status(status), found.bits));
    const total = countOf(bits);
    const from = Math.max(0, skipped + numbers.length - passed);
    const missing = Math.min(length - numbers.length, total - from);
    if (missing > 0)
      numbers.push(...(await byDate({ ...found, bits, total }, { skipped: from, length: missing }, db)));
    passed += total;
  }
  return numbers;
}

/** The leads to search: their numbers, and the number of index entries among which they are. */
type Among = { tenant: string; bits: Bits; entries: number; where: string; values: unknown[] };

/** Reads from the nearer end of the sort's index. */
async function slicedFrom(
  { tenant, bits, entries, where, values }: Among,
  by: readonly string[],
  slice: Slice,
  db: Db,
): Promise<number[]> {
  const { length } = slice;
  const count = countOf(bits);
  const { offset, fromEnd } = fromNearerEnd(count, slice);
  const { condition, numbers } = numberCondition(bits, scannedFor(count, entries, slice));
  const { rows } = await db.query<{ number: number }>(
    `select number from leads where tenant = $1 and ${condition} ${where}
      order by ${orderBy(by, fromEnd ? 'desc' : 'asc')} limit ${length} offset ${offset}`,
    [tenant, numbers, ...values],
  );
  const page = rows.map(({ number }) => number);
  return fromEnd ? page.reverse() : page;
}

/** To pass fewer entries of the index, or to look up leads at LOOKUP_ENTRIES entries each, is faster than to read all amounts. */
const FAR = 200_000;

/**
 * Whether a slice of `count` leads among `entries` index entries is so far from both ends of the order that it is found
 * faster from the amounts of all leads.
 */
export function isFarInside(count: number, entries: number, slice: Slice): boolean {
  return Math.min(scannedFor(count, entries, slice), count * LOOKUP_ENTRIES) > FAR;
}

/** Expected number of scanned entries until the page is full, if the leads are spread evenly. */
function scannedFor(count: number, entries: number, slice: Slice): number {
  return ((fromNearerEnd(count, slice).offset + slice.length) / count) * entries;
}

function fromNearerEnd(count: number, { skipped, length }: Slice): { offset: number; fromEnd: boolean } {
  const beyond = count - skipped - length;
  return { offset: Math.min(beyond, skipped), fromEnd: beyond < skipped };
}
