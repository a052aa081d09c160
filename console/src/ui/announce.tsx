import { useEffect, useSyncExternalStore } from 'react';
import { uiTexts } from './texts.ts';

let text = '';
const listeners = new Set<() => void>();

/**
 * Says that something was saved, for screen readers only: the screen shows it by itself. A toast is announced without
 * this.
 */
export function announce(next: string): void {
  // The same text again is announced only if it differs: a no-break space is not read out.
  text = next === text ? `${next}\u00a0` : next;
  for (const listener of listeners) listener();
}

/** The live region; once in the layout, before the first announcement. */
export function Announcer() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => text,
  );
  // The next user of this browser does not hear the customer's name of the last announcement.
  useEffect(() => () => announce(''), []);
  return (
    <p role="status" aria-label={uiTexts.saved} className="sr-only">
      {now}
    </p>
  );
}
