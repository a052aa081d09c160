import { useSyncExternalStore } from 'react';
import { readToken, useToken } from '../api/token.ts';

/** With the token of its session: the next user of this browser does not see the dialog of the one before. */
let shown: { id: string; token: string | null } | null = null;
const listeners = new Set<() => void>();

/**
 * Opens a batch over the current page and keeps it open across navigation; null closes it. Code that starts a
 * batch calls it with the answer's id: `showBatch(data.batch._id)`.
 */
export function showBatch(id: string | null): void {
  shown = id === null ? null : { id, token: readToken() };
  for (const listener of listeners) listener();
}

/** The id of the open batch. */
export function useShownBatch(): string | null {
  useToken();
  return useSyncExternalStore(subscribe, shownBatch);
}

export const shownBatch = () => (shown?.token === readToken() ? shown.id : null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
