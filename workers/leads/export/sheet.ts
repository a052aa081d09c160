import type { ColumnType } from './columns.ts';
import type { Row } from './rows.ts';

/** Writes a spreadsheet row by row and returns its bytes in pieces. */
export type SheetWriter = {
  add: (row: Row) => void;
  /** Call after the last row. */
  end: () => void;
  /** The pieces since the previous call, of all rows that were added: 60 MB for 1,000 of the longest leads. */
  taken: () => Promise<Uint8Array[]>;
};

/** The columns of a spreadsheet. */
export type SheetOptions = {
  columns: readonly { type: ColumnType; width: number }[];
  headers: readonly string[];
  /** Converts an instant in milliseconds to the local time that is shown, as if it were UTC. */
  clock: (instant: number) => number;
  createdAt: Date;
};
