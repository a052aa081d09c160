import type { View } from '@crm/contracts/views/views.ts';
import { useEffect, useRef } from 'react';
import type { ViewContent } from './commands.ts';

/**
 * The view that the screen was made from: as it was when the screen last equalled it. Somebody else may change the view while
 * the user changes the screen, who then must not overwrite that without knowing.
 * @param view the chosen view as it is now
 * @param keyOf equal for contents that give the same screen
 */
export function useBase(view: View | null, isModified: boolean, keyOf: (content: ViewContent) => string) {
  const base = useRef(view);
  const sent = useRef<string | null>(null);
  useEffect(() => {
    // What the user has saved while the screen changed further, or without an answer, is the base of the next save.
    const isSent = view !== null && keyOf(view) === sent.current;
    if (!isModified || isSent || base.current?._id !== view?._id) base.current = view;
  });
  return {
    current: () => base.current,
    /** The user saves this content. */
    send: (content: ViewContent) => {
      sent.current = keyOf(content);
    },
    /** The user knows of the change that a save has met: the next one overwrites it. */
    accept: () => {
      base.current = null;
    },
  };
}

export type Base = ReturnType<typeof useBase>;
