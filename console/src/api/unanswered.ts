/** A submit without a known result. `record`: the record that it changes, by the parameters of its path, or else by the path. */
export type Unanswered = { key: string; since: number; record: string };

/** By what was submitted, as JSON. Outside of components: a dialog may be closed and opened again. */
export const unanswered = new Map<string, Unanswered>();

/** In sessionStorage. Removed when the user signs out (auth/ownStorage.ts). */
export const UNANSWERED_KEY = 'unanswered';

/** What may hold a secret stays in memory. As in platform/commands/envelope.ts. */
const WITH_SECRET = /"[^"]*(password|token|apiKey|secret|headers)[^"]*":/i;

/**
 * Keeps them in the tab while the page is reloaded: a comment that was being sent is still a draft, and is the same submit when
 * it is sent again.
 */
export function keepUnanswered(): void {
  const kept = sessionStorage.getItem(UNANSWERED_KEY);
  sessionStorage.removeItem(UNANSWERED_KEY);
  for (const [submit, sent] of read(kept)) unanswered.set(submit, sent);
  window.addEventListener('pagehide', () => {
    const sent = [...unanswered].filter(([submit]) => !WITH_SECRET.test(submit));
    if (sent.length > 0) write(JSON.stringify(sent));
  });
}

function write(kept: string): void {
  try {
    sessionStorage.setItem(UNANSWERED_KEY, kept);
  } catch {
    // The browser's storage is full: after the reload it is another submit.
  }
}

function read(kept: string | null): [string, Unanswered][] {
  try {
    const all: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(all) ? all.filter(isUnanswered) : [];
  } catch {
    return [];
  }
}

/** Not what an older version of the console or a user wrote. */
const isUnanswered = (entry: [unknown, Partial<Record<keyof Unanswered, unknown>>]): boolean =>
  typeof entry[0] === 'string' &&
  typeof entry[1]?.key === 'string' &&
  typeof entry[1].since === 'number' &&
  typeof entry[1].record === 'string';
