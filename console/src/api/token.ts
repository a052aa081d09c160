import { useSyncExternalStore } from 'react';

const KEY = 'token';
/** In sessionStorage, so for one tab: the token of a super admin's view of an organisation. It covers the own token. */
const VIEWING_KEY = 'viewing-token';
/** In localStorage while signed out, for all tabs: the session was ended by a sign-out, not by its expiry. */
const LEFT_KEY = 'signed-out';
const listeners = new Set<() => void>();

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
  localStorage.removeItem(LEFT_KEY);
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

/** Removes the token on sign-out. In no tab does the next sign-in return to a page of this session. */
export function leave(): void {
  // First: another tab learns of the sign-out by the missing token.
  localStorage.setItem(LEFT_KEY, 'yes');
  dropToken();
}

/** Whether the last user of this browser signed out, in any tab. */
export function hasLeft(): boolean {
  return localStorage.getItem(LEFT_KEY) !== null;
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
