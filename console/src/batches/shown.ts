import { useSyncExternalStore } from 'react';

let shown: string | null = null;
const listeners = new Set<() => void>();

/**
 * Opens a batch over whatever page is open, and keeps it there when the page changes; null closes it. Whoever starts
 * long work calls it with the answer's id: `showBatch(data.batch._id)`.
 */
export function showBatch(id: string | null): void {
  shown = id;
  for (const listener of listeners) listener();
}

/** The batch that is open. */
export function useShownBatch(): string | null {
  return useSyncExternalStore(subscribe, shownBatch);
}

export const shownBatch = () => shown;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
