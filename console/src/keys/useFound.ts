import { useEffect, useState } from 'react';
import type { Finder, Found } from './finder.ts';

type FoundGroup = { group: string; entries: readonly Found[] };

const PAUSE_MS = 200;
/** Shorter texts are not searched for. */
const SHORTEST = 2;
const nothing: FoundGroup[] = [];

/**
 * Queries the finders when typing pauses; a finder that fails returns nothing.
 * @returns the results of the last answered text, and whether those of the current text are still to come
 */
export function useFound(
  text: string,
  finders: readonly Finder[],
): { found: readonly FoundGroup[]; searching: boolean } {
  const [{ found, answered }, setFound] = useState({ found: nothing, answered: '' });
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < SHORTEST) {
      setFound({ found: nothing, answered: '' });
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const groups = await Promise.all(
        finders.map(async ({ group, find }) => ({
          group,
          entries: await find(wanted, stop.signal).catch(() => []),
        })),
      );
      if (stop.signal.aborted) return;
      setFound({ found: groups.filter(({ entries }) => entries.length > 0), answered: wanted });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, finders]);
  return { found, searching: wanted.length >= SHORTEST && wanted !== answered };
}
