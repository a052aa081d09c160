import { vi } from 'vitest';

/** For tests outside a browser: its storage of the origin and of the tab, both with these texts. */
export function stubStorage(stored: Map<string, string> = new Map()): void {
  for (const storage of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(storage, {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    });
}
