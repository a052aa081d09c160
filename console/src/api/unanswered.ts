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
  try {
    // What the page before has written.
    const kept: [string, Unanswered][] = JSON.parse(sessionStorage.getItem(UNANSWERED_KEY) ?? '[]');
    for (const [submit, sent] of kept) if (sent.key) unanswered.set(submit, sent);
  } catch {
    // Edited by hand.
  }
  sessionStorage.removeItem(UNANSWERED_KEY);
  addEventListener('pagehide', () => {
    // A page that is shown again by 'Back' is left twice: what it has kept before may have an answer.
    sessionStorage.removeItem(UNANSWERED_KEY);
    const kept = [...unanswered].filter(([submit]) => !WITH_SECRET.test(submit));
    // A storage that is full throws: after the reload it is another submit.
    if (kept.length > 0) sessionStorage.setItem(UNANSWERED_KEY, JSON.stringify(kept));
  });
}
