import type { Value } from './rows.ts';

/** Writes a spreadsheet row by row, and gives its bytes away as they come. */
export type SheetWriter = {
  add: (rows: readonly (readonly Value[])[]) => Promise<void>;
  /** After the last row. */
  end: () => Promise<void>;
  /** The bytes since it was asked last. */
  taken: () => Uint8Array;
};
