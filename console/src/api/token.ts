import { useSyncExternalStore } from 'react';

const KEY = 'token';
/** In sessionStorage, so for one tab: the token of a super admin's view of an organisation. It covers the own token. */
const VIEWING_KEY = 'viewing-token';
const listeners = new Set<() => void>();
let left = false;

export function readToken(): string | null {
  return sessionStorage.getItem(VIEWING_KEY) ?? localStorage.getItem(KEY);
}

/** Makes this tab use the token of a viewing; the own token stays for the time after it. */
export function storeViewingToken(token: string): void {
  sessionStorage.setItem(VIEWING_KEY, token);
}

/** Returns to the own token. Does not notify: the caller loads a new page. */
export function leaveViewing(): void {
  sessionStorage.removeItem(VIEWING_KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
  left = false;
  notifyListeners();
}

/** Removes the token; with `only`, just when it is the stored one (another tab may have signed in since). */
export function dropToken(only?: string): void {
  if (only !== undefined && readToken() !== only) return;
  // The end of a viewing is no sign-out of the super admin.
  if (sessionStorage.getItem(VIEWING_KEY) === null) localStorage.removeItem(KEY);
  else leaveViewing();
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
