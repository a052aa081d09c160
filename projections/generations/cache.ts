import type { Row } from '../projection.ts';

/** Rows to remember for each table: enough for leads to be worked on while they are remembered. */
const REMEMBERED = 50_000;
/** Keys of forgotten rows, some 100 bytes each. */
const FORGOTTEN = 2_000_000;

/**
 * What a generation that is being built holds, for its one builder: the rows of late, and of all others whether
 * they are there at all. So a rebuild seldom has to read what it wrote.
 */
export type RowCache = {
  /** The row; null when there is none; undefined when only the table can tell. */
  get(key: string): Row | null | undefined;
  set(key: string, row: Row | null): void;
  /** What was written did not last: only the table can tell. */
  forget(): void;
};

/** The cache of a table that is empty. */
export function createRowCache(): RowCache {
  const rows = new Map<string, Row>();
  const forgotten = new Set<string>();
  let knowsAll = true;
  return {
    get: (key) => rows.get(key) ?? (knowsAll && !forgotten.has(key) ? null : undefined),
    set(key, row) {
      rows.delete(key); // what is set last is forgotten last
      forgotten.delete(key);
      if (row) rows.set(key, row);
      if (rows.size <= REMEMBERED) return;
      const [oldest] = rows.keys();
      if (oldest === undefined) return;
      rows.delete(oldest);
      forgotten.add(oldest);
      if (forgotten.size > FORGOTTEN) {
        knowsAll = false;
        forgotten.clear();
      }
    },
    forget() {
      knowsAll = false;
      rows.clear();
      forgotten.clear();
    },
  };
}
