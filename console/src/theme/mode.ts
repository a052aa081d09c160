import { useSyncExternalStore } from 'react';

export type Mode = 'system' | 'light' | 'dark';

const KEY = 'mode';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function chosenMode(): Mode {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function paint(): void {
  const mode = chosenMode();
  const dark = mode === 'dark' || (mode === 'system' && systemDark.matches);
  document.documentElement.setAttribute('data-mode', dark ? 'dark' : 'light');
}

/** Sets light, dark or system mode; stored in this browser. */
export function chooseMode(mode: Mode): void {
  if (mode === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, mode);
  paint();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMode(): Mode {
  return useSyncExternalStore(subscribe, chosenMode);
}

/** Follows the system's switches between light and dark while the page is open. */
export function followSystemMode(): void {
  paint();
  // In a task of its own: the browser itself computes the styles of all elements when the system switches.
  systemDark.addEventListener('change', () => setTimeout(paint));
}
