import { useSyncExternalStore } from 'react';

export type Mode = 'system' | 'light' | 'dark';

const KEY = 'mode';
const listeners = new Set<() => void>();

function chosenMode(): Mode {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/**
 * Sets light, dark or system mode; stored in this browser. theme/tokens.css has the colours; in system mode, the browser itself
 * changes them with the system. public/start.js sets the mode when the page loads.
 */
export function chooseMode(mode: Mode): void {
  if (mode === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, mode);
  document.documentElement.setAttribute('data-mode', mode);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMode(): Mode {
  return useSyncExternalStore(subscribe, chosenMode);
}
