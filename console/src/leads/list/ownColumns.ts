import { useState } from 'react';
import { z } from 'zod';
import type { Arrangement } from '../../ui/table/arrangement.ts';

const KEY = 'lead-columns';
/** Beyond this number of views with unsaved columns, the oldest lose them. */
const MOST_KEPT = 50;

const Kept = z.record(
  z.string(),
  z.array(z.object({ id: z.string(), shown: z.boolean(), width: z.number().nullable() })),
);
type Kept = Record<string, Arrangement>;

/**
 * Unsaved column arrangements, stored in this browser per user and view. They are too long for the URL, and a
 * shared link should not carry them.
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
    // Edited by hand or written by an older version: ignore it.
    return {};
  }
}
