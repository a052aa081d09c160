import {
  type ColumnDef,
  functionalUpdate,
  getCoreRowModel,
  type RowData,
  type SortingState,
  type Table,
  useReactTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo, useRef } from 'react';
import { arrangementFrom, columnState } from './arrangement.ts';
import type { Arranging, Column, Selection, Sort } from './columns.ts';

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> {
    align: 'right' | undefined;
    cell: (row: TData, dense: boolean) => ReactNode;
  }
}

/** The rows of a table and their selection. */
export type TableRows<Row> = {
  /** In the order on screen; the same array until a row changes. */
  listed: readonly Listed<Row>[];
  /** The name of a row for its checkbox: 'order A-17'. */
  nameOf: (row: Row) => string;
  /** Null in a list without selection. */
  selected: ReadonlySet<string> | null;
  /** Selects or unselects a row; with `range`, all rows from the last changed one to this one. */
  select: (id: string, selected: boolean, range: boolean) => void;
  selectAll: (selected: boolean) => void;
};

type Listed<Row> = { id: string; row: Row };

type TableOptions<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  selection: Selection<Row> | undefined;
  arranging: Arranging | undefined;
};

/**
 * The columns, their order, visibility and widths, and the sorting, on @tanstack/react-table. Its state is controlled: the URL
 * holds the sorting, the saved view the columns. The server sorts and pages. The library gets no rows: it would make an object
 * with 32 functions for each, also for the hundreds outside the viewport.
 */
export function useTable<Row>(options: TableOptions<Row>): { table: Table<Row>; rows: TableRows<Row> } {
  const { columns, rows, rowId, selection, sort, onSort, arranging } = options;
  const defs = useMemo(() => columns.map(columnDef), [columns]);
  const arrangement = arranging?.arrangement;
  const arranged = useMemo(() => columnState(columns, arrangement ?? []), [columns, arrangement]);
  const sorting = sortingOf(columns, sort);
  // biome-ignore lint/correctness/useExhaustiveDependencies: all functions that a list has for its ids return the same
  const listed = useMemo(() => rows.map((row) => ({ id: rowId(row), row })), [rows]);
  const lastChanged = useRef<string | null>(null);
  function select(id: string, selected: boolean, range: boolean) {
    const [from, to] = [lastChanged.current, id].map((one) => rows.findIndex((row) => rowId(row) === one));
    const changed =
      range && from !== undefined && from !== -1 && to !== undefined
        ? rows.slice(Math.min(from, to), Math.max(from, to) + 1)
        : rows.filter((row) => rowId(row) === id);
    lastChanged.current = id;
    selection?.onSelect(changed, selected);
  }
  function selectAll(selected: boolean) {
    selection?.onSelect(
      rows.filter((row) => selection.ids.has(rowId(row)) !== selected),
      selected,
    );
  }
  const table = useReactTable<Row>({
    columns: defs,
    data: noRows,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    manualPagination: true,
    enableSortingRemoval: false,
    sortDescFirst: true,
    state: { ...arranged, sorting },
    onSortingChange(change) {
      const [next] = functionalUpdate(change, sorting);
      const by = columns.find(({ id }) => id === next?.id)?.sort;
      if (next && by) onSort({ by, order: next.desc ? 'desc' : 'asc' });
    },
    onColumnOrderChange(change) {
      const columnOrder = functionalUpdate(change, arranged.columnOrder);
      arranging?.onArrange(arrangementFrom({ ...arranged, columnOrder }));
    },
    onColumnSizingChange(change) {
      const columnSizing = functionalUpdate(change, arranged.columnSizing);
      arranging?.onArrange(arrangementFrom({ ...arranged, columnSizing }));
    },
  });
  const selected = selection?.ids ?? null;
  return { table, rows: { listed, nameOf: options.rowName, selected, select, selectAll } };
}

const noRows: never[] = [];

function columnDef<Row>({ id, header, width, align, sort, cell }: Column<Row>): ColumnDef<Row> {
  return {
    id,
    header,
    // In rem, unlike the library's pixels.
    size: width,
    // The library sorts only columns with an accessor. Its values are not read: the server sorts.
    ...(sort && { accessorFn: () => null }),
    meta: { align, cell },
  };
}

function sortingOf(columns: readonly Column<never>[], sort: Sort | null): SortingState {
  const column = sort && columns.find((one) => one.sort === sort.by);
  return column ? [{ id: column.id, desc: sort.order === 'desc' }] : [];
}
