import type { Dispatch, ReactNode, SetStateAction } from 'react';
import type { ListQuery } from '../../api/tableState.ts';
import type { ActionName } from '../../keys/keymap.ts';
import type { RowAction } from '../../keys/RowKeys.tsx';
import type { Arrangement } from '../../ui/table/arrangement.ts';
import type { Column, Selection, Sort, TableState } from '../../ui/table/columns.ts';
import type { Shown } from '../../ui/table/useShownRows.ts';
import type { Fields } from '../../url/fields.ts';
import type { SetUrlState } from '../../url/useUrlState.ts';

/** How a row is named, shown on a phone, and acted on by keys. */
export type RowOf<Row> = {
  id: (row: Row) => string;
  /** For its checkbox: 'order A-17'. */
  name: (row: Row) => string;
  /** Its layout on a phone; `shown` are the ids of the columns that the user sees. */
  card: (row: Row, shown: ReadonlySet<string>) => ReactNode;
  /** The card follows `shown`. Otherwise columns are not offered on a phone, where they would change nothing. */
  hasArrangedCard?: true;
  actions: readonly RowAction<Row>[];
};

/** The user's columns, which a saved view may hold. */
type ListColumns = {
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  /** Null while nothing has changed. */
  onReset: (() => void) | null;
};

/** The fields of the URL that the mechanism itself reads and changes. */
export type ListState = {
  page: number;
  limit: number;
  search?: string;
  sortBy?: string;
  sortOrder?: 'asc' | 'desc';
  /** The id of the saved view that the state is compared with. The other fields alone define the list. */
  view?: string;
};

/** A list as its saved views see it. */
export type ViewedList = {
  fields: Fields;
  state: ListState;
  setState: SetUrlState<ListState>;
  columns: readonly { id: string; hidden?: boolean }[];
  /** The name of the list without a view. */
  heading: string;
  /** The noun for its rows: 'users'. */
  many: string;
};

export type ListViews = {
  /** The current view and its actions, beside the title. */
  bar: ReactNode;
  /** The columns, which stay those of the view, or of the plain list, until the user changes them. */
  arranging: ListColumns;
  /** The view or its columns are not known yet. */
  opening: boolean;
};

export type ExportItem = {
  label: string;
  action?: ActionName;
  /** The label of its key in the `?` sheet, if not the same. */
  keyLabel?: string;
  run: () => void;
};

/** The ways to export a list. A line separates the groups: the selected rows, all rows. */
export type ListExport = { busy: boolean; groups: readonly (readonly ExportItem[])[] };

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
  /** The ids of the columns that the user sees. */
  shown: ReadonlySet<string>;
  query: ListQuery<Row>;
  /** The number of rows of all pages, once they are read. */
  total: number | undefined;
  table: TableState<Row>;
  shownRows: Shown<Row>;
  selection: Selection<Row> | undefined;
  views: ListViews | null;
  exporting: ListExport | null;
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
  onPage: Dispatch<SetStateAction<number>>;
  limit: number;
  limits: readonly number[];
  onLimit: (limit: number) => void;
};
