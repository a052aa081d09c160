import { useState } from 'react';
import { holdRows } from './heldRows.ts';

type Held<Row> = { list: string; rows: readonly Row[] };

/**
 * Rows that do not jump. While `hold` is true, rows that arrive in the same list wait until they are asked for;
 * `list` names the list (its filters and page), and another list is always shown as it comes.
 */
export function useHeldRows<Row>(
  list: string,
  fresh: readonly Row[],
  idOf: (row: Row) => string,
  hold: boolean,
): { rows: readonly Row[]; waiting: number; showAll: () => void } {
  const [held, setHeld] = useState<Held<Row>>({ list, rows: fresh });
  const holding = hold && held.list === list && held.rows.length > 0;
  const next = holding ? holdRows(held.rows, fresh, idOf) : { rows: fresh, waiting: 0 };
  if (held.list !== list || !sameRows(held.rows, next.rows)) setHeld({ list, rows: next.rows });
  return { ...next, showAll: () => setHeld({ list, rows: fresh }) };
}

function sameRows<Row>(one: readonly Row[], other: readonly Row[]): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index]);
}
