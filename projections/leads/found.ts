import type { Db } from '@crm/platform/postgres/transaction.ts';
import { addChunk, addNumber, type Bits, countOf, drop, keep, noBits, numbersOf, ofChunks } from '../bits.ts';
import { containing } from '../like.ts';
import type { Asked } from './filters.ts';
import { mark } from './marks.ts';
import { type Run, runsOf } from './runs.ts';

/** The leads that were found, as their numbers, and the order in which the tenant's leads came in. */
export type Found = { tenant: string; bits: Bits; total: number; runs: Run[] };

/**
 * Finds the leads that are asked for: all of them, so that the total is exact and every page is in reach. The marks of
 * the filters are intersected here (128 KB for each million leads); only what is no mark is looked for by SQL.
 */
export async function find(asked: Asked, db: Db): Promise<Found> {
  const { tenant, marks, without, created, lists, search } = asked;
  const positive = marks.length > 0 ? marks : [mark.lead];
  const [held, runs, ...listed] = await Promise.all([
    readMarks(db, tenant, [...positive, ...without]),
    readRuns(db, tenant),
    ...lists.map(({ sql, values }) => numbersBy(db, sql, [tenant, ...values])),
  ]);
  const size = runs.reduce((most, { chunks }) => Math.max(most, ...chunks.map((chunk) => chunk + 1)), 0);
  const [first = mark.lead, ...others] = positive;
  const bits = marked(held, first, noBits(size));
  for (const name of others) keep(bits, marked(held, name, bits));
  for (const name of without) drop(bits, marked(held, name, bits));
  for (const numbers of listed) keep(bits, setFrom(numbers, size));
  if (created) keep(bits, await createdWithin(db, tenant, created, runs, bits));
  if (search.length > 0) keep(bits, setFrom(await searched(db, tenant, search, bits), size));
  return { tenant, bits, total: countOf(bits), runs };
}

type Held = Map<string, { chunk: number; bytes: Buffer }[]>;

/** The rows of these marks, by the primary key of lead_marks. */
export async function readMarks(db: Db, tenant: string, marks: readonly string[]): Promise<Held> {
  const { rows } = await db.query<{ mark: string; chunk: number; bits: Buffer }>(
    'select mark, chunk, bits from lead_marks where tenant = $1 and mark = any($2)',
    [tenant, marks],
  );
  const held: Held = new Map();
  for (const { mark: name, chunk, bits } of rows) {
    const chunks = held.get(name);
    if (chunks) chunks.push({ chunk, bytes: bits });
    else held.set(name, [{ chunk, bytes: bits }]);
  }
  return held;
}

/** The leads that have a mark, in a set as large as another. */
export function marked(held: Held, name: string, { length }: Bits): Bits {
  const bits: Bits = new Uint32Array(length);
  for (const { chunk, bytes } of held.get(name) ?? []) addChunk(bits, chunk, bytes);
  return bits;
}

/** By the primary key of lead_chunks: a row for each 8,192 leads that came in. */
async function readRuns(db: Db, tenant: string): Promise<Run[]> {
  const { rows } = await db.query<{ chunk: number; first_at: Date; last_at: Date }>(
    'select chunk, first_at, last_at from lead_chunks where tenant = $1',
    [tenant],
  );
  return runsOf(
    rows.map(({ chunk, first_at, last_at }) => ({
      chunk,
      first: first_at.getTime(),
      last: last_at.getTime(),
    })),
  );
}

/**
 * The leads that were created from one moment and before another, in a set as large as another: whole runs as far as
 * they lie within; what is at the edges is read from leads_created.
 */
export async function createdWithin(
  db: Db,
  tenant: string,
  { from, before }: { from: number; before: number },
  runs: readonly Run[],
  { length }: Bits,
): Promise<Bits> {
  const all = new Uint32Array(length).fill(-1);
  const inside = runs.filter((run) => run.first >= from && run.last < before);
  const within = ofChunks(
    all,
    inside.flatMap(({ chunks }) => chunks),
  );
  const cut = runs.filter((run) => run.first < before && run.last >= from && !inside.includes(run));
  const edges = cut.map((run) =>
    numbersBy(db, 'select number from leads where tenant = $1 and created_at >= $2 and created_at <= $3', [
      tenant,
      new Date(Math.max(from, run.first)),
      new Date(Math.min(before - 1, run.last)),
    ]),
  );
  for (const numbers of await Promise.all(edges)) for (const n of numbers) addNumber(within, n);
  return within;
}

/**
 * The condition that a number is in a parameter's list. Through a subquery, so that the planner does not look at each of
 * a list of thousands: it took 53 ms for 35,000.
 */
export const oneOf = (list: string) => `number = any((select ${list}::int[])::int[])`;

/** To look through one lead in so many takes as long as to find some among all. */
const ONE_IN = 20;

/**
 * The leads in whose text the terms occur: by lead_search_text; where the other filters leave few, by
 * lead_search_number among those.
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

/** The numbers that a SELECT gives, as one text: a row for each would cost ten times as much. */
async function numbersBy(db: Db, sql: string, values: unknown[]): Promise<number[]> {
  const { rows } = await db.query<{ numbers: string | null }>(
    `select array_agg(number)::text as numbers from (${sql}) f`,
    values,
  );
  return readNumbers(rows[0]?.numbers ?? '{}');
}

/** `{1,20,3}`; '{}' is none. Read by hand, for there may be a million. */
function readNumbers(text: string): number[] {
  const numbers: number[] = [];
  let n = 0;
  for (let i = 1; i < text.length && text.length > 2; i += 1) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit >= 0 && digit <= 9) {
      n = n * 10 + digit;
    } else {
      numbers.push(n);
      n = 0;
    }
  }
  return numbers;
}
const ZERO = '0'.charCodeAt(0);

function setFrom(numbers: readonly number[], size: number): Bits {
  const bits = noBits(size);
  for (const n of numbers) addNumber(bits, n);
  return bits;
}
