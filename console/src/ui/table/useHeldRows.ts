import { useLayoutEffect, useReducer, useRef } from 'react';
import { holdRows } from './heldRows.ts';

const noRows: readonly never[] = [];

/**
 * Rows that do not jump: while `hold` is true, new rows of the same list wait until the user asks for them.
 * `list` identifies the list (its filters and page); a different list is shown at once.
 */
export function useHeldRows<Row>(
  list: string,
  fresh: readonly Row[],
  idOf: (row: Row) => string,
  hold: boolean,
): { rows: readonly Row[]; waiting: number; showAll: () => void } {
  // The rows on screen. Not state: rows that arrive would render the whole page twice.
  const screen = useRef<{ list: string; rows: readonly Row[] }>({ list, rows: fresh });
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  const before = screen.current.list === list ? screen.current.rows : noRows;
  // The same array: no row has changed, and most renderings are for another reason.
  const holding = hold && before.length > 0 && before !== fresh;
  const next = holding ? holdRows(before, fresh, idOf) : { rows: fresh, waiting: 0 };
  // The same array as before while no row has changed: the table is memoised by it.
  const rows = sameRows(before, next.rows) ? before : next.rows;
  useLayoutEffect(() => {
    screen.current = { list, rows };
  }, [list, rows]);
  const showAll = () => {
    screen.current = { list, rows: fresh };
    renderAgain();
  };
  return { rows, waiting: next.waiting, showAll };
}

function sameRows<Row>(one: readonly Row[], other: readonly Row[]): boolean {
  return one === other || (one.length === other.length && one.every((row, index) => row === other[index]));
}
