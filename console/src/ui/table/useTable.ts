import {
  type ColumnDef,
  functionalUpdate,
  getCoreRowModel,
  type RowData,
  type RowSelectionState,
  type SortingState,
  type Table,
  useReactTable,
} from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import { arrangementFrom, columnState } from './arrangement.ts';
import type { Arranging, Column, Selection, Sort } from './columns.ts';

declare module '@tanstack/react-table' {
  interface TableMeta<TData extends RowData> {
    /** Whether each row is one line of 32 px. */
    dense: boolean;
    /** The name of a row for its checkbox: 'order A-17'. */
    nameOf: (row: TData) => string;
    /** Selects or unselects a row; with `range`, all rows from the last changed one to this one. */
    select: (id: string, selected: boolean, range: boolean) => void;
  }
  interface ColumnMeta<TData extends RowData, TValue> {
    align: 'right' | undefined;
  }
}

type TableOptions<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  dense: boolean;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  selection: Selection<Row> | undefined;
  arranging: Arranging | undefined;
};

/**
 * The columns, their order, visibility and widths, the sorting and the selection, on @tanstack/react-table. Its
 * state is controlled: the URL holds the sorting, the page the selection, the saved view the columns. The
 * server sorts and pages.
 */
export function useTable<Row>(options: TableOptions<Row>): Table<Row> {
  const { columns, rows, rowId, selection, sort, onSort, arranging } = options;
  const defs = useMemo(() => columns.map(columnDef), [columns]);
  const arrangement = arranging?.arrangement;
  const arranged = useMemo(() => columnState(columns, arrangement ?? []), [columns, arrangement]);
  const sorting = sortingOf(columns, sort);
  const ids = selection?.ids;
  const rowSelection = useMemo(() => selectionOf(ids ?? []), [ids]);
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
  return useReactTable({
    columns: defs,
    // The library does not change the rows; its type does not say so.
    data: rows as Row[],
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    manualPagination: true,
    enableSortingRemoval: false,
    sortDescFirst: true,
    enableRowSelection: selection !== undefined,
    state: { ...arranged, sorting, rowSelection },
    meta: { dense: options.dense, nameOf: options.rowName, select },
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
    onRowSelectionChange(change) {
      const next = functionalUpdate(change, rowSelection);
      const isSelected = (row: Row) => next[rowId(row)] === true;
      const changed = rows.filter((row) => isSelected(row) !== (rowSelection[rowId(row)] === true));
      const [first] = changed;
      if (first !== undefined) selection?.onSelect(changed, isSelected(first));
    },
  });
}

function columnDef<Row>({ id, header, width, align, sort, cell }: Column<Row>): ColumnDef<Row> {
  return {
    id,
    header,
    // In rem, unlike the library's pixels.
    size: width,
    // The library sorts only columns with an accessor. Its values are not read: the server sorts.
    ...(sort && { accessorFn: () => null }),
    meta: { align },
    cell: ({ row, table }) => cell(row.original, table.options.meta?.dense === true),
  };
}

function sortingOf(columns: readonly Column<never>[], sort: Sort | null): SortingState {
  const column = sort && columns.find((one) => one.sort === sort.by);
  return column ? [{ id: column.id, desc: sort.order === 'desc' }] : [];
}

function selectionOf(ids: Iterable<string>): RowSelectionState {
  return Object.fromEntries([...ids].map((id) => [id, true]));
}
