import type { View } from '@crm/contracts/views/views.ts';
import { useEffect, useRef } from 'react';

/**
 * The view that the screen was made from: as it was when the screen last equalled it. Somebody else may change the view while
 * the user changes the screen, who then must not overwrite that without knowing.
 * @param view the chosen view as it is now
 * @param saved the key of the view's content; null without a view
 * @param screen that of the screen: equal for contents that give the same screen
 */
export function useBase(view: View | null, saved: string | null, screen: string) {
  const base = useRef(view);
  const sent = useRef<string | null>(null);
  useEffect(() => {
    // What the user has saved while the screen changed further, or without an answer, is the base of the next save.
    const isKnown = saved === screen || saved === sent.current;
    if (isKnown || base.current?._id !== view?._id) base.current = view;
  });
  return {
    current: () => base.current,
    /** The user saves the screen of this render. */
    send: () => {
      sent.current = screen;
    },
    /** The user knows of the change that a save has met: the next one overwrites it. */
    accept: () => {
      base.current = null;
    },
  };
}

export type Base = ReturnType<typeof useBase>;
