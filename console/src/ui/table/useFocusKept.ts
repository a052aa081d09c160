import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Keeps the focus when its row disappears (decided, deleted, filtered out). Moves it to the row at the same
 * index, or to the page when no row is left; the browser would move it to the start of the document.
 */
export function useFocusKept(body: RefObject<HTMLElement | null>, rows: readonly { id: string }[]) {
  const focused = useRef<{ id: string; index: number } | null>(null);

  const goOn = useEffectEvent((now: readonly { id: string }[]) => {
    const last = focused.current;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (last === null || !lost || now.some(({ id }) => id === last.id)) return;
    focused.current = null;
    const index = Math.min(last.index, now.length - 1);
    const next = body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] a`);
    (next ?? document.querySelector('main'))?.focus({ preventScroll: true });
  });
  useEffect(() => goOn(rows), [rows]);

  return {
    enter: (id: string, index: number) => {
      focused.current = { id, index };
    },
    /** Forgets the row when the user removes the focus while the focused element still exists. */
    leave: (event: FocusEvent<HTMLElement>) => {
      if (event.relatedTarget === null && event.target.isConnected) focused.current = null;
    },
  };
}
