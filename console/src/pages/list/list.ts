import type { ReactNode } from 'react';
import type { ListQuery } from '../../api/tableState.ts';
import type { RowAction } from '../../keys/RowKeys.tsx';
import type { Arrangement } from '../../ui/table/arrangement.ts';
import type { Column, Selection, Sort, TableState } from '../../ui/table/columns.ts';

/** How a row is named, shown on a phone, and acted on by keys. */
export type RowOf<Row> = {
  id: (row: Row) => string;
  /** For its checkbox: 'order A-17'. */
  name: (row: Row) => string;
  /** Its layout on a phone. */
  card: (row: Row) => ReactNode;
  actions: readonly RowAction<Row>[];
};

/** The user's columns, which a saved view may hold. */
export type ListColumns = {
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  /** Null while nothing has changed. */
  onReset: (() => void) | null;
};

/** A list page as its parts see it: header, filters, table, pages. useListPage builds it. */
export type List<Row> = {
  title: string;
  heading: string;
  /** 'user' and 'users'. */
  one: string;
  many: string;
  /** Identifies the rows of the query and page; rows do not jump while it stays the same. */
  key: string;
  columns: readonly Column<Row>[];
  row: RowOf<Row>;
  query: ListQuery<Row>;
  table: TableState<Row>;
  selection: Selection<Row> | undefined;
  arranging: ListColumns | undefined;
  /** Rows do not move while this is true. */
  hold: boolean;
  dense: boolean;
  /** Null in a list whose rows have one height only. */
  onDense: ((dense: boolean) => void) | null;
  search: string;
  onSearch: (search: string) => void;
  /** Whether any filter is active. */
  filtered: boolean;
  clearFilters: () => void;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  page: number;
  onPage: (page: number) => void;
  limit: number;
  limits: readonly number[];
  onLimit: (limit: number) => void;
};
