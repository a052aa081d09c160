import { LONGEST_FILTER } from '@crm/contracts/limits.ts';
import { useEffect, useState } from 'react';
import { mayRecover } from '../api/errors.ts';
import type { Finder, Found } from './finder.ts';

type FoundGroup = { group: string; entries: readonly Found[] };

/** The results for a text. `hasFailed`: at least one finder could not search, so there may be more. */
type Search = { answered: string; found: readonly FoundGroup[]; hasFailed: boolean };

const PAUSE_MS = 200;
/** A search that failed because the server is away or busy is repeated after this time. */
const AGAIN_MS = 3000;
/** Shorter texts are not searched for. */
const SHORTEST = 2;
const nothing: Search = { answered: '', found: [], hasFailed: false };

/**
 * Queries the finders when typing pauses.
 * @returns the results of the last answered text, and whether those of the current text are still to come
 */
export function useFound(
  text: string,
  finders: readonly Finder[],
): Omit<Search, 'answered'> & { searching: boolean } {
  const [{ answered, ...shown }, setSearch] = useState(nothing);
  const wanted = text.trim().slice(0, LONGEST_FILTER);
  useEffect(() => {
    if (wanted.length < SHORTEST) {
      setSearch(nothing);
      return;
    }
    const stop = new AbortController();
    let timer = setTimeout(search, PAUSE_MS);
    async function search() {
      const { found, failures } = await searchIn(finders, wanted, stop.signal);
      if (stop.signal.aborted) return;
      setSearch({ answered: wanted, found, hasFailed: failures.length > 0 });
      if (failures.some(mayRecover)) timer = setTimeout(search, AGAIN_MS);
    }
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, finders]);
  return { ...shown, searching: wanted.length >= SHORTEST && wanted !== answered };
}

/** Searches with all finders at once. */
async function searchIn(finders: readonly Finder[], text: string, signal: AbortSignal) {
  const found: FoundGroup[] = [];
  const failures: unknown[] = [];
  const searches = finders.map(async ({ group, find }) => ({ group, entries: await find(text, signal) }));
  for (const answer of await Promise.allSettled(searches)) {
    if (answer.status === 'rejected') failures.push(answer.reason);
    else if (answer.value.entries.length > 0) found.push(answer.value);
  }
  return { found, failures };
}
