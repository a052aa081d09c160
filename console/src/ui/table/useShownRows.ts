import type { TableState } from './columns.ts';
import { useHeldRows } from './useHeldRows.ts';
import { type Top, useScrolledAway } from './useScrolledAway.ts';

/** The rows of a table as they are on screen, which a selection is about, and how new ones get there. */
export type Shown<Row> = {
  /** Identifies the query and page of the rows. */
  list: string;
  rows: readonly Row[];
  /** The number of new rows that are held back, and how to show them. */
  waiting: number;
  showAll: () => void;
  top: Top;
};

const noRows: readonly never[] = [];

/**
 * Holds back new rows of the same list while its top is out of view, or while `hold` is true.
 * @param list identifies the list that the table's rows belong to (its filters and page)
 */
export function useShownRows<Row>(
  list: string,
  table: TableState<Row>,
  rowId: (row: Row) => string,
  hold: boolean,
): Shown<Row> {
  const top = useScrolledAway();
  const fresh = table.kind === 'rows' ? table.rows : noRows;
  return { list, ...useHeldRows(list, fresh, rowId, top.away || hold), top };
}
