import type { Db } from '@crm/platform/postgres/transaction.ts';

/** The rows of one table before and after a batch of events, by key. Unchanged rows are in neither map. */
export type RowChanges<R> = {
  before: ReadonlyMap<string, R>;
  /** Null if the batch deleted the row. */
  after: ReadonlyMap<string, R | null>;
};

/**
 * A table computed from the rows of another table: a rollup (rollup.ts), a bitmap index (bitmap-index.ts) or column
 * blocks (column-blocks.ts). The runner creates, rebuilds, compares and switches it together with its row table; queries
 * read the view with its name.
 */
export type DerivedTable<R> = {
  name: string;
  /** SQL type of each column; `tenant` is `uuid not null`. */
  columns: Record<string, string>;
  /** The unique constraint, as in `create table`. */
  unique: string;
  /** The condition of rows that the view shows; empty for all rows. */
  visible: string;
  /** Storage parameters, as in `with (…)`; empty for none. */
  storage: string;
  /** System columns of Postgres that the view shows, by their names there. The tables are the same with and without. */
  shown?: Record<string, string>;
  /** Updates `table`, the table of one generation, from the rows before a batch to the rows after it. */
  update: (tx: Db, table: string, changes: RowChanges<R>) => Promise<void>;
};
