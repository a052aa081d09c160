import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * The row in which the keyboard stands may go: decided, deleted, no longer what the list is about. The focus then
 * goes on to the row in its place, or to the page when there is none; not to the top of everything, where the
 * browser would put it.
 */
export function useFocusKept<Row>(
  body: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
) {
  const stands = useRef<{ id: string; index: number } | null>(null);

  const goOn = useEffectEvent((now: readonly Row[]) => {
    const last = stands.current;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (last === null || !lost || now.some((row) => rowId(row) === last.id)) return;
    stands.current = null;
    const index = Math.min(last.index, now.length - 1);
    const next = body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] a`);
    (next ?? document.querySelector('main'))?.focus({ preventScroll: true });
  });
  useEffect(() => goOn(rows), [rows]);

  return {
    stand: (row: Row, index: number) => {
      stands.current = { id: rowId(row), index };
    },
    /** Elsewhere, or nowhere by the person's own will. */
    leave: (event: FocusEvent<HTMLElement>) => {
      if (event.relatedTarget === null && event.target.isConnected) stands.current = null;
    },
  };
}
