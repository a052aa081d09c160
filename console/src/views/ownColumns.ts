import { useState } from 'react';
import type { Arranged, Arrangement } from '../ui/table/arrangement.ts';

/** Named when only the list of leads had columns to arrange. */
const KEY = 'lead-columns';
/** Beyond this number of views with unsaved columns, the oldest lose them. */
const MOST_KEPT = 50;

type Kept = Record<string, Arrangement>;

/**
 * Unsaved column arrangements, stored in this browser per user and view. They are too long for the URL, and a
 * shared link should not carry them.
 */
export function useOwnColumns(): {
  of: (place: string) => Arrangement | null;
  set: (place: string, columns: Arrangement | null) => void;
  /** Removes an arrangement that a view has now, unless the user or another tab has changed it meanwhile. */
  dropSaved: (place: string, saved: Arrangement | null) => void;
} {
  const [kept, setKept] = useState(read);
  function set(place: string, columns: Arrangement | null) {
    // Another tab may have written since.
    const others = Object.entries(read()).filter(([one]) => one !== place);
    const all = columns === null ? others : [...others, [place, columns] as const];
    const next = Object.fromEntries(all.slice(-MOST_KEPT));
    localStorage.setItem(KEY, JSON.stringify(next));
    setKept(next);
  }
  return {
    of: (place) => (Object.hasOwn(kept, place) ? (kept[place] ?? null) : null),
    set,
    dropSaved(place, saved) {
      if (JSON.stringify(read()[place] ?? null) === JSON.stringify(saved)) set(place, null);
    },
  };
}

function read(): Kept {
  const text = localStorage.getItem(KEY);
  if (text === null) return {};
  try {
    const kept: unknown = JSON.parse(text);
    const places = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(places.filter(isPlace));
  } catch {
    // Edited by hand: ignore it.
    return {};
  }
}

/** Not what an older version of the console or a user wrote. */
const isPlace = (entry: [string, unknown]): entry is [string, Arrangement] =>
  Array.isArray(entry[1]) && entry[1].every(isArranged);

const isArranged = (one: Partial<Record<keyof Arranged, unknown>> | null): boolean =>
  typeof one?.id === 'string' &&
  typeof one.shown === 'boolean' &&
  (one.width === null || typeof one.width === 'number');
