import { useState } from 'react';
import { holdRows } from './heldRows.ts';

type Held<Row> = { list: string; rows: readonly Row[] };

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
  const [held, setHeld] = useState<Held<Row>>({ list, rows: fresh });
  // The same array: no row has changed, and most renderings are for another reason.
  const holding = hold && held.list === list && held.rows.length > 0 && held.rows !== fresh;
  const next = holding ? holdRows(held.rows, fresh, idOf) : { rows: fresh, waiting: 0 };
  const isSame = sameRows(held.rows, next.rows);
  if (held.list !== list || !isSame) setHeld({ list, rows: next.rows });
  // The same array as before while no row has changed: the table is memoised by it.
  return {
    rows: isSame ? held.rows : next.rows,
    waiting: next.waiting,
    showAll: () => setHeld({ list, rows: fresh }),
  };
}

function sameRows<Row>(one: readonly Row[], other: readonly Row[]): boolean {
  return one === other || (one.length === other.length && one.every((row, index) => row === other[index]));
}
