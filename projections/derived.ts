import type { Db } from '@crm/platform/postgres/transaction.ts';

/** The rows of one table before and after a batch, by key. Rows that the batch did not touch are in neither map. */
export type RowChanges<R> = {
  before: ReadonlyMap<string, R>;
  /** Null: the batch deleted the row. */
  after: ReadonlyMap<string, R | null>;
};

/**
 * A table computed from the rows of another: a rollup (rollup.ts) or a bitmap index (bitmap-index.ts). The runner
 * creates, rebuilds, compares and switches it together with its row table, and queries read the view of its name.
 */
export type DerivedTable<R> = {
  name: string;
  /** SQL type of each column; `tenant` is `uuid not null`. */
  columns: Record<string, string>;
  /** The constraint that identifies a row, as in `create table`. */
  unique: string;
  /** The condition of the rows that the view shows; empty for all. */
  visible: string;
  /** Storage parameters, as in `with (…)`; empty for none. */
  storage: string;
  /** Brings `table`, the generation's own table, from the rows before a batch to the rows after it. */
  update: (tx: Db, table: string, changes: RowChanges<R>) => Promise<void>;
};
