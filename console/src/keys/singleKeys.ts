import { useSyncExternalStore } from 'react';

const KEY = 'single-keys';
const listeners = new Set<() => void>();

/**
 * Whether single letters are shortcuts. Users who dictate, or press keys by accident, turn them off (WCAG
 * 2.1.4).
 */
export function singleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, singleKeysOn);
}
