/** In sessionStorage. It is of no user, so it stays when one signs out. */
const SEEN_KEY = 'seen-position';

/**
 * The latest position in the event history that this tab has seen, from its own commands and from live hints. Reads require at
 * least this position, so that users see their own writes. Positions compare as text.
 */
let seen: string | null = null;

export function rememberPosition(position: string | null): void {
  if (position !== null && (seen === null || position > seen)) seen = position;
}

export function seenPosition(): string | null {
  return seen;
}

/**
 * Keeps the position in the tab while the page is reloaded: it would otherwise be read from before the user's last save, and a form would
 * take that save for the change of somebody else.
 */
export function keepPosition(): void {
  rememberPosition(sessionStorage.getItem(SEEN_KEY));
  addEventListener('pagehide', () => {
    if (seen !== null) sessionStorage.setItem(SEEN_KEY, seen);
  });
}
