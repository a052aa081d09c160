import type { Value } from './rows.ts';

/** Writes a spreadsheet row by row and returns its bytes in pieces. */
export type SheetWriter = {
  add: (rows: readonly (readonly Value[])[]) => Promise<void>;
  /** Call after the last row. */
  end: () => Promise<void>;
  /** The bytes since the previous call. */
  taken: () => Uint8Array;
};
