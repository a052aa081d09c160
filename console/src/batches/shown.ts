import { useSyncExternalStore } from 'react';

let shown: string | null = null;
const listeners = new Set<() => void>();

/**
 * Opens a batch over the current page and keeps it open across navigation; null closes it. Code that starts a
 * batch calls it with the answer's id: `showBatch(data.batch._id)`.
 */
export function showBatch(id: string | null): void {
  shown = id;
  for (const listener of listeners) listener();
}

/** The id of the open batch. */
export function useShownBatch(): string | null {
  return useSyncExternalStore(subscribe, shownBatch);
}

export const shownBatch = () => shown;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
