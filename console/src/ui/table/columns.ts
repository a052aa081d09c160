import type { ReactNode } from 'react';

export type Column<Row> = {
  id: string;
  header: string;
  /** `dense` asks for one line of 32 px. */
  cell: (row: Row, dense: boolean) => ReactNode;
  /** Right for numbers: tabular figures under each other. */
  align?: 'right';
  /** The name by which the server sorts this column; without it the header is plain text. */
  sort?: string;
  /** The least width in rem; spare room is shared out in proportion. The first column sticks, so keep it narrow. */
  width: number;
  /** The reader chose this width: spare room goes to the others. */
  exact?: true;
};

export type Sort = { by: string; order: 'asc' | 'desc' };

/** What a click on a header asks for: first descending where the newest or largest matters, then the other way. */
export function nextSort(current: Sort | null, by: string): Sort {
  if (current?.by !== by) return { by, order: 'desc' };
  return { by, order: current.order === 'desc' ? 'asc' : 'desc' };
}

export type Selection = { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void };

/** What the header lets a reader do with the columns, by mouse; ColumnsSheet does the same by keyboard and touch. */
export type Arranging = {
  /** Null is the column's own width. */
  onWidth: (id: string, width: number | null) => void;
  /** Null is the end. */
  onMove: (id: string, before: string | null) => void;
};

/** The row that keys act on; it follows the focus, and moving it moves the focus. */
export type Cursor = { id: string | null; onMove: (id: string) => void };

/** What a table shows: its rows, or why it has none yet. */
export type TableState<Row> =
  | { kind: 'loading' }
  | { kind: 'failed'; text: string; retry: () => void }
  | { kind: 'rows'; rows: readonly Row[]; refreshing: boolean };
