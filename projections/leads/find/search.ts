import { hash } from 'node:crypto';
import { forgetUnusedRegularly } from '@crm/platform/memory/forget-unused.ts';
import { reportCacheBytes } from '@crm/platform/metrics/caches.ts';
import { prepared } from '@crm/platform/postgres/prepared.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type Bits, both, countOf, drop, firstNumbers, merge, numbersOf } from '../../bits.ts';
import { containing } from '../../like.ts';
import { numberIsOneOf, numbersBy, readNumbers, setFrom } from './number-sets.ts';
import { type Examined, searchCache } from './search-cache.ts';

/** In each process that answers queries: the terms of 128 searches among a million leads. */
const MOST_BYTES = 32 * 2 ** 20;

// One for the process: a process has one database, and `place` distinguishes those of tests, which have several.
const cache = searchCache(MOST_BYTES);
reportCacheBytes('searches', MOST_BYTES, cache.bytes);
forgetUnusedRegularly(cache);

/** A search, with what earlier ones for the same terms found, as far as it holds in this snapshot. */
export type Search = {
  key: string;
  terms: string[][];
  given: number;
  known: Omit<Examined, 'found'>;
  found: Bits;
};

const nothing: Bits = new Uint32Array(0);
/** No edit has a higher number. */
const LAST = 2 ** 31 - 1;

/**
 * Looks for an earlier search for the same terms. A broad search reads the text of every lead that it finds, 0.5 µs each,
 * and is asked again for each page, order and further filter, and whenever leads have changed. Texts change seldom: what was
 * found stays right but for the leads that came in since, which no search has examined, and for the edited ones.
 */
export async function openSearch(db: Db, tenant: string, terms: string[][]): Promise<Search> {
  // Hashed: people search by names and phones.
  const key = hash('sha256', JSON.stringify([tenant, terms]));
  const earlier = cache.find(key);
  const { rows } = await db.query<{ place: string; given: number; edits: number; edited: string | null }>(
    // The primary keys; index lead_search_edited.
    prepared(
      `select (select concat(current_database(), ' ', generation) from checkpoints
                where name = 'leads' and state = 'live') as place,
              n.given, n.edits,
              (select array_agg(number)::text from lead_search where tenant = $1 and edited > $2) as edited
         from lead_numbers n where n.tenant = $1`,
      [tenant, earlier?.edits ?? LAST],
    ),
  );
  const { place = '', given = 0, edits = 0, edited = null } = rows[0] ?? {};
  // An earlier search may know later edits: reads that began before them are still running.
  if (!earlier || earlier.place !== place || earlier.edits > edits)
    return { key, terms, given, known: { place, edits, examined: nothing }, found: nothing };
  const examined = earlier.examined.slice();
  drop(examined, setFrom(readNumbers(edited ?? '{}'), examined));
  return { key, terms, given, known: { place, edits, examined }, found: both(earlier.found, examined) };
}

/** A text check of one lead in ONE_IN costs as much as a trigram search over all of them. */
const ONE_IN = 20;

/**
 * The leads of a set whose text contains the terms: by index lead_search_text, or, if earlier searches and other filters
 * leave few leads to examine, by lead_search_number.
 */
export async function textMatches(db: Db, tenant: string, search: Search, among: Bits): Promise<Bits> {
  const examined = sized(search.known.examined, among.length);
  const found = sized(search.found, among.length);
  const missing = among.slice();
  drop(missing, examined);
  const left = countOf(missing);
  if (left > 0) {
    const few = left * ONE_IN < search.given;
    merge(found, setFrom(await containingTerms(db, tenant, search.terms, few ? missing : null), among));
    merge(examined, few ? missing : firstNumbers(search.given, among));
  }
  cache.keep(search.key, { ...search.known, examined, found });
  return both(found, among);
}

function containingTerms(db: Db, tenant: string, terms: string[][], among: Bits | null): Promise<number[]> {
  const values: unknown[] = [tenant];
  const value = (of: unknown) => `$${values.push(of)}`;
  const found = terms.map(
    (either) => `(${either.map((term) => `search like ${value(containing(term))}`).join(' or ')})`,
  );
  const here = among ? ` and ${numberIsOneOf(value(numbersOf(among)))}` : '';
  return numbersBy(
    db,
    `select number from lead_search where tenant = $1 and ${found.join(' and ')}${here}`,
    values,
  );
}

/** A copy with as many words. */
function sized(bits: Bits, length: number): Bits {
  const copy: Bits = new Uint32Array(length);
  copy.set(bits.subarray(0, length));
  return copy;
}
