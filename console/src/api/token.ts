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
  tell();
}

/** Forgets the token; with `only`, just when it is still that one (another tab may have signed in since). */
export function dropToken(only?: string): void {
  if (only !== undefined && readToken() !== only) return;
  localStorage.removeItem(KEY);
  tell();
}

/** Forgets the token because its owner signs out; whoever comes next is not led back to where they were. */
export function leave(): void {
  left = true;
  dropToken();
}

export function hasLeft(): boolean {
  return left;
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Signing out in one tab signs out every tab.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken);
}
