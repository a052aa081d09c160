import { useState } from 'react';
import { z } from 'zod';
import type { Arrangement } from '../../ui/table/arrangement.ts';

const KEY = 'lead-columns';
/** Who has more views than that with columns of their own that they never saved finds the oldest as they were saved. */
const MOST_KEPT = 50;

const Kept = z.record(
  z.string(),
  z.array(z.object({ id: z.string(), shown: z.boolean(), width: z.number().nullable() })),
);
type Kept = Record<string, Arrangement>;

/**
 * Columns that a reader arranged and has not saved in a view: remembered on this device, for each place by itself.
 * Too long for the address, and nothing that whoever is sent a link should have to look at.
 */
export function useOwnColumns(): {
  of: (place: string) => Arrangement | null;
  set: (place: string, columns: Arrangement | null) => void;
} {
  const [kept, setKept] = useState(read);
  return {
    of: (place) => (Object.hasOwn(kept, place) ? (kept[place] ?? null) : null),
    set(place, columns) {
      const others = Object.entries(kept).filter(([one]) => one !== place);
      const all = columns === null ? others : [...others, [place, columns] as const];
      const next = Object.fromEntries(all.slice(-MOST_KEPT));
      localStorage.setItem(KEY, JSON.stringify(next));
      setKept(next);
    },
  };
}

function read(): Kept {
  const text = localStorage.getItem(KEY);
  if (text === null) return {};
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    // Somebody edited it, or an older program wrote it: nothing that is worth a word.
    return {};
  }
}
