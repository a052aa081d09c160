import type { MouseEvent } from 'react';

/**
 * A click handler that ignores the second click of a double click: after the first one, the button may already be about
 * something else. The keyboard's clicks have no count, and a shortcut has no event.
 */
export const onFirstClick = (run: () => void) => (event?: MouseEvent) => {
  if (event === undefined || event.detail < 2) run();
};
