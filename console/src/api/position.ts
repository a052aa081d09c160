/**
 * How far this browser has seen the history: the latest position of its own commands and of the hints it got.
 * Reads ask for at least that, so that people always see what they just did. Positions compare as text.
 */
let seen: string | null = null;

export function rememberPosition(position: string | null): void {
  if (position !== null && (seen === null || position > seen)) seen = position;
}

export function seenPosition(): string | null {
  return seen;
}
