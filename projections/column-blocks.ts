import { allDone } from '@crm/platform/postgres/transaction.ts';
import { BLOCK, type ColumnKind, type ColumnValue } from './block-column.ts';
import type { DerivedTable, RowChanges } from './derived.ts';
import type { Row } from './projection.ts';
import { type BlockChange, type BlockValues, rangeOf, writeBlocks } from './write-blocks.ts';

type Declared<R extends Row, C extends string> = {
  name: string;
  /** The column with the row's number: small, dense and unique per tenant. */
  number: keyof R & string;
  columns: Record<C, ColumnKind>;
  /** Further columns of times of which a block has its range, as `first_` and `last_`; null without a value. */
  ranges?: readonly NoInfer<C>[];
  /** The values of a row. `at` orders blocks, so that a read skips blocks outside its range. Pure. */
  of: (row: R) => Record<NoInfer<C>, ColumnValue> & { at: number };
};

/**
 * The rows of a table by column, in blocks of 256 row numbers: a read of a few columns of a million rows costs a few
 * megabytes. For figures with any combination of filters and groups, which no rollup can prepare. A batch of events
 * costs two statements for blocks with new or deleted rows, and two for blocks with edited rows, of which only the
 * edited columns are written.
 */
export function columnBlocks<R extends Row, const C extends string>(
  declared: Declared<R, C>,
): DerivedTable<R> {
  // The keys and values of a record of kinds.
  const declaredKinds = Object.entries(declared.columns) as [C, ColumnKind][];
  const kinds = new Map<C | 'at', ColumnKind>([['at', 'coded'], ...declaredKinds]);
  const names = [...kinds.keys()];
  const ranges = declared.ranges ?? [];
  return {
    name: declared.name,
    columns: {
      tenant: 'uuid not null',
      block: 'integer not null',
      // Slots up to the last one with a row.
      size: 'smallint not null',
      first_at: 'integer not null',
      last_at: 'integer not null',
      ...Object.fromEntries(ranges.flatMap(rangeOf).map((name) => [name, 'integer'])),
      ...Object.fromEntries(names.map((name) => [name, 'text not null'])),
    },
    unique: 'primary key (tenant, block)',
    visible: '',
    // Rows are updated often: leaves room for the next version on the same page.
    storage: 'fillfactor = 50',
    // A block that was written again has another xmin: block-cache.ts.
    shown: { version: 'xmin', stored_in: 'tableoid' },
    update: async (tx, table, changes) => {
      const blocks = changedBlocks(declared, names, changes);
      const edited = blocks.filter(({ added }) => !added);
      const columns = names.filter((name) => edited.some((block) => block.edited.has(name)));
      const added = blocks.filter((block) => block.added);
      const layout = { table, kinds, ranged: ['at' as const, ...ranges] };
      await allDone([writeBlocks(tx, layout, added, names), writeBlocks(tx, layout, edited, columns)]);
    },
  };
}

function changedBlocks<R extends Row, C extends string>(
  { number, of }: Declared<R, C>,
  names: readonly (C | 'at')[],
  { before, after }: RowChanges<R>,
): BlockChange<C>[] {
  const blocks = new Map<string, BlockChange<C>>();
  const blockOf = (row: R): BlockChange<C> => {
    const block = Math.floor(Number(row[number]) / BLOCK);
    const key = `${row.tenant} ${block}`;
    let change = blocks.get(key);
    if (!change) {
      change = { tenant: row.tenant, block, slots: new Map(), added: false, edited: new Set() };
      blocks.set(key, change);
    }
    return change;
  };
  const put = (row: R, values: BlockValues<C> | null) => {
    const change = blockOf(row);
    change.slots.set(Number(row[number]) % BLOCK, values);
    return change;
  };
  for (const [key, now] of after) {
    const was = before.get(key) ?? null;
    const values = now && of(now);
    if (was && now && values && was[number] === now[number]) {
      const earlier: BlockValues<C> = of(was);
      const edited = names.filter((name) => earlier[name] !== values[name]);
      if (edited.length === 0) continue;
      const change = put(now, values);
      for (const name of edited) change.edited.add(name);
      continue;
    }
    // A row that was deleted and restored within the batch has a new number.
    if (was) put(was, null).added = true;
    if (now) put(now, values).added = true;
  }
  // The range of a block follows from all of its times.
  for (const block of blocks.values()) if (block.edited.has('at')) block.added = true;
  return [...blocks.values()];
}
