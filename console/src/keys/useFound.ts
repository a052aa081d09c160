import { useEffect, useState } from 'react';
import type { Finder, Found } from './finder.ts';

type FoundGroup = { group: string; entries: readonly Found[] };

const PAUSE_MS = 200;
const nothing: FoundGroup[] = [];

/** Queries the finders when typing pauses; a finder that fails returns nothing. */
export function useFound(text: string, finders: readonly Finder[]): FoundGroup[] {
  const [found, setFound] = useState(nothing);
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < 2) {
      setFound(nothing);
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
      if (!stop.signal.aborted) setFound(groups.filter(({ entries }) => entries.length > 0));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, finders]);
  return found;
}
