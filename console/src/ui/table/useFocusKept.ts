import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Keeps the focus when its row disappears (decided, deleted, filtered out). Moves it to the row at the same
 * index, or to the page when no row is left; the browser would move it to the start of the document.
 */
export function useFocusKept<Row>(
  body: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
) {
  const focused = useRef<{ id: string; index: number } | null>(null);

  const goOn = useEffectEvent((now: readonly Row[]) => {
    const last = focused.current;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (last === null || !lost || now.some((row) => rowId(row) === last.id)) return;
    focused.current = null;
    const index = Math.min(last.index, now.length - 1);
    const next = body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] a`);
    (next ?? document.querySelector('main'))?.focus({ preventScroll: true });
  });
  useEffect(() => goOn(rows), [rows]);

  return {
    stand: (row: Row, index: number) => {
      focused.current = { id: rowId(row), index };
    },
    /** Forgets the row when the user removes the focus while the focused element still exists. */
    leave: (event: FocusEvent<HTMLElement>) => {
      if (event.relatedTarget === null && event.target.isConnected) focused.current = null;
    },
  };
}
