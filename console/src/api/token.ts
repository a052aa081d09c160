import { useSyncExternalStore } from 'react';

const KEY = 'token';
const listeners = new Set<() => void>();
let left = false;

export function readToken(): string | null {
  return localStorage.getItem(KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
  left = false;
  notifyListeners();
}

/** Removes the token; with `only`, just when it is the stored one (another tab may have signed in since). */
export function dropToken(only?: string): void {
  if (only !== undefined && readToken() !== only) return;
  localStorage.removeItem(KEY);
  notifyListeners();
}

/** Removes the token on sign-out. The next sign-in does not return to the page of this session. */
export function leave(): void {
  left = true;
  dropToken();
}

export function hasLeft(): boolean {
  return left;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Signing out in one tab signs out all tabs.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken);
}
