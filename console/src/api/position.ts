/**
 * The latest position in the event history that this browser has seen, from its own commands and from live
 * hints. Reads require at least this position, so that users see their own writes. Positions compare as text.
 */
let seen: string | null = null;

export function rememberPosition(position: string | null): void {
  if (position !== null && (seen === null || position > seen)) seen = position;
}

export function seenPosition(): string | null {
  return seen;
}
