import type { ColumnType } from './columns.ts';
import type { Value } from './rows.ts';

/** Writes a spreadsheet row by row and returns its bytes in pieces. */
export type SheetWriter = {
  add: (rows: readonly (readonly Value[])[]) => Promise<void>;
  /** Call after the last row. */
  end: () => Promise<void>;
  /** The bytes since the previous call. */
  taken: () => Uint8Array;
};

/** The columns of a spreadsheet. */
export type SheetOptions = {
  columns: readonly { type: ColumnType; width: number }[];
  headers: readonly string[];
  /** Converts an instant in milliseconds to the local time that is shown, as if it were UTC. */
  clock: (instant: number) => number;
  createdAt: Date;
};
