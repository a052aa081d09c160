import type { Row } from '../projection.ts';
import { changesOf, type Folded } from './fold.ts';
import { keyTextOf } from './rows.ts';

/** Folded batches of a rebuild that are not written yet: a row that changes in several of them is written once. */
export type Unwritten = {
  /** Adds the next batch, which must delete no rows by `clear`. */
  add: (folded: Folded) => void;
  /** The newest state of a row; null if it is to be deleted; undefined if no unwritten batch has touched it. */
  get: (table: string, key: string) => Row | null | undefined;
  /** The number of rows. */
  size: () => number;
  /** The changes from the rows as they were written last to their newest state. Empties the collection. */
  take: () => Folded;
};

type Collected = Folded[number] & { before: Map<string, Row>; after: Map<string, Row | null> };

export function collectUnwritten(): Unwritten {
  const byTable = new Map<string, Collected>();
  return {
    add(folded) {
      for (const { table, rows, changes } of folded) {
        const known = byTable.get(table.name);
        const collected = known ?? { table, rows, changes, before: new Map(), after: new Map() };
        if (!known) byTable.set(table.name, collected);
        for (const [key, row] of changes.after) {
          const was = changes.before.get(key);
          if (was && !collected.after.has(key)) collected.before.set(key, was);
          collected.after.set(key, row);
        }
      }
    },
    get: (table, key) => byTable.get(table)?.after.get(key),
    size: () => [...byTable.values()].reduce((sum, { after }) => sum + after.size, 0),
    take() {
      const folded = [...byTable.values()].map(({ table, rows, changes, before, after }) => ({
        table,
        rows,
        changes: { ...changes, before, after, ...changesOf(table, before, after, keyTextOf(rows)) },
      }));
      byTable.clear();
      return folded;
    },
  };
}
