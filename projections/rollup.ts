import type { DerivedTable, RowChanges } from './derived.ts';
import { arrayOf, type Column, keyTextOf } from './generations/rows.ts';
import type { Row, Value } from './projection.ts';

/** SQL types of dimensions and their types in memory. Null is a separate value. */
type DimensionValues = { uuid: string; text: string; boolean: boolean; timestamptz: Date };
type Dimensions = Record<string, keyof DimensionValues>;

/** The contribution of a row to a cell: whole units (leads, minor units of money), exact up to a sum of 2^53. */
type Contribution<D extends Dimensions, M extends string> = {
  [K in keyof D]: DimensionValues[D[K]] | null;
} & { [K in M]: number };

type Cell = Record<string, Value>;

/**
 * Sums over the rows of a table, one cell per tenant and combination of dimensions. When a row changes, its old
 * contribution is subtracted and its new one added, so figures stay correct under edits, deletes, reassignment, restore
 * and rebuild. `of` must be pure and depend only on the row. A batch of events of any size costs one statement.
 */
export function rollup<R extends Row, const D extends Dimensions, const M extends string>(declared: {
  name: string;
  dimensions: D;
  measures: readonly M[];
  /** The cells that a row counts in; may be none or several. */
  of: (row: R) => readonly Contribution<D, M>[];
}): DerivedTable<R> {
  const { name, dimensions, measures: sums, of } = declared;
  const key = ['tenant', ...Object.keys(dimensions)];
  const columns: Column[] = [
    { name: 'tenant', type: 'uuid' },
    ...Object.entries(dimensions).map(([dimension, type]) => ({ name: dimension, type })),
    ...sums.map((sum) => ({ name: sum, type: 'bigint' })),
  ];
  const keyOf = keyTextOf({ columns, key });

  /** The differences of a batch per cell; cells without a difference are left out. */
  function differences({ before, after }: RowChanges<R>): Cell[] {
    const cells = new Map<string, Cell>();
    const add = (row: R | null | undefined, sign: 1 | -1) => {
      for (const contribution of row ? of(row) : []) {
        const cell: Cell = { tenant: row?.tenant ?? null, ...contribution };
        const known = cells.get(keyOf(cell));
        for (const sum of sums) {
          const change = sign * Number(cell[sum]);
          if (known) known[sum] = Number(known[sum]) + change;
          else cell[sum] = change;
        }
        if (!known) cells.set(keyOf(cell), cell);
      }
    };
    for (const [rowKey, row] of after) {
      add(before.get(rowKey), -1);
      add(row, 1);
    }
    return [...cells.values()].filter((cell) => sums.some((sum) => cell[sum] !== 0));
  }

  return {
    name,
    columns: {
      tenant: 'uuid not null',
      ...dimensions,
      ...Object.fromEntries(sums.map((sum) => [sum, 'bigint not null'])),
    },
    unique: `unique nulls not distinct (${key.join(', ')})`,
    // A cell with sum zero keeps its row, hidden: finding such rows in every batch would cost more.
    visible: sums.map((sum) => `${sum} <> 0`).join(' or '),
    storage: '',
    update: async (tx, table, changes) => {
      const cells = differences(changes);
      if (cells.length === 0) return;
      const names = columns.map((column) => column.name).join(', ');
      await tx.query({
        name: `rollup ${table}`,
        text: `insert into ${table} as cell (${names})
               select ${names} from unnest(${columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ')}) as d(${names})
               on conflict (${key.join(', ')}) do update
               set ${sums.map((sum) => `${sum} = cell.${sum} + excluded.${sum}`).join(', ')}`,
        values: columns.map((column) => arrayOf(cells, column)),
      });
    },
  };
}
