import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isPopupOpen } from '../isPopupOpen.ts';

/**
 * The focus in the rows. `goTo` moves it to a row, as soon as that is rendered. When its row disappears (decided, deleted,
 * filtered out), it moves to the row at the same index; in another list, to the first row, unless the user had gone on from the rows
 * to another control, such as that of the next page. Then, and without rows, keepFocus.ts moves it.
 * @param list identifies the query and page of the rows
 */
export function useFocusKept(
  body: RefObject<HTMLElement | null>,
  list: string,
  rows: readonly { id: string }[],
) {
  const focused = useRef<{ list: string; id: string; index: number; isLeft: boolean } | null>(null);
  // The index of a row that takes the focus, which may be rendered a few frames later.
  const due = useRef<number | null>(null);

  function focusDue() {
    const row = body.current?.querySelector<HTMLElement>(`tr[data-index="${due.current}"]`);
    if (!row) return;
    due.current = null;
    // The next key may have opened a dialog by then.
    if (!isPopupOpen()) row.querySelector('a')?.focus({ preventScroll: true });
  }

  const goOn = useEffectEvent((now: readonly { id: string }[]) => {
    const last = focused.current;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (last === null || !lost || now.some(({ id }) => id === last.id)) return;
    focused.current = null;
    if (last.list !== list && last.isLeft) return;
    if (now.length > 0) due.current = last.list === list ? Math.min(last.index, now.length - 1) : 0;
  });
  useEffect(() => goOn(rows), [rows]);
  // After each rendering, because one of them mounts the row. Not at once: an effect of the same rendering may
  // choose another row, and to focus lays out the page.
  useEffect(() => {
    if (due.current !== null) requestAnimationFrame(focusDue);
  });

  return {
    goTo: (index: number) => {
      due.current = index;
      requestAnimationFrame(focusDue);
    },
    enter: (id: string, index: number) => {
      focused.current = { list, id, index, isLeft: false };
      due.current = null;
    },
    /**
     * Forgets the row when the user removes the focus while the focused element still exists. Notes when the focus goes on to
     * another control; from a dialog or a menu of the row it comes back.
     */
    leave: ({ relatedTarget: next, target }: FocusEvent<HTMLElement>) => {
      if (next === null && target.isConnected) focused.current = null;
      if (next === null || focused.current === null) return;
      // Rows first: isPopupOpen searches the whole document, and the arrow keys go from row to row.
      if (!body.current?.contains(next) && !isPopupOpen()) focused.current.isLeft = true;
    },
  };
}
