import type { ReactNode } from 'react';
import type { Arrangement } from './arrangement.ts';

export type Column<Row> = {
  id: string;
  header: string;
  /** `dense` requires one line of 32 px. */
  cell: (row: Row, dense: boolean) => ReactNode;
  /** Right for numbers, with tabular figures. */
  align?: 'right';
  /** The server's name for sorting by this column; without it, the header is plain text. */
  sort?: string;
  /**
   * The minimum width in rem; spare room is distributed in proportion. The first column is sticky, so keep it
   * narrow.
   */
  width: number;
  /** The same for dense rows, if one line needs another width. */
  denseWidth?: number;
  /** Not shown until the user chooses it. */
  hidden?: boolean;
};

export type Sort = { by: string; order: 'asc' | 'desc' };

/** The selected ids of all pages, and the change of rows on screen. */
export type Selection<Row> = {
  ids: ReadonlySet<string>;
  onSelect: (rows: readonly Row[], selected: boolean) => void;
};

/** The user's columns, changed by mouse in the header; ColumnsSheet offers the same by keyboard and touch. */
export type Arranging = { arrangement: Arrangement; onArrange: (arrangement: Arrangement) => void };

/** The row that shortcuts act on; it follows the focus, and moving it moves the focus. */
export type Cursor = { id: string | null; onMove: (id: string) => void };

/** The rows as shown on screen, for shortcuts: new rows may be held back. */
export type ShownRows<Row> = {
  /** Identifies the query and page of the rows, not of others that are being read. */
  list: string;
  rows: readonly Row[];
  /** The id of the current row. */
  current: string | null;
  onMove: (id: string) => void;
  /** Whether the first row is on screen. */
  atTop: boolean;
};

/** The rows of a table, or why there are none yet. */
export type TableState<Row> =
  | { kind: 'loading' }
  | { kind: 'failed'; text: string; retry: () => void }
  | { kind: 'rows'; rows: readonly Row[]; refreshing: boolean; outdated: Outdated | null };

/** Why the rows on screen may be older than the data: a refetch failed, or the server is still behind. */
export type Outdated =
  | { kind: 'failed'; text: string; isRetrying: boolean; retry: () => void }
  | { kind: 'stale' };
