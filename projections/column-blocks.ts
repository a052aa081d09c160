import { allDone, type Db } from '@crm/platform/postgres/transaction.ts';
import { BLOCK, type ColumnKind, type ColumnValue, encodeColumn, slotsOf } from './block-column.ts';
import type { DerivedTable, RowChanges } from './derived.ts';
import type { Row } from './projection.ts';

type Values<C extends string> = Record<C | 'at', ColumnValue>;

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

/** The changes of a batch to one block. `added`: rows came or went, so that all columns change. */
type BlockChange<C extends string> = {
  tenant: string;
  block: number;
  slots: Map<number, Values<C> | null>;
  added: boolean;
  edited: Set<C | 'at'>;
};

type Layout<C extends string> = {
  table: string;
  kinds: ReadonlyMap<C | 'at', ColumnKind>;
  /** The columns with a range. */
  ranged: readonly (C | 'at')[];
};

type Stored = { n: number; size: number } & Record<string, string | number>;

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

const rangeOf = (name: string) => [`first_${name}`, `last_${name}`];

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
  const put = (row: R, values: Values<C> | null) => {
    const change = blockOf(row);
    change.slots.set(Number(row[number]) % BLOCK, values);
    return change;
  };
  for (const [key, now] of after) {
    const was = before.get(key) ?? null;
    const values = now && of(now);
    if (was && now && values && was[number] === now[number]) {
      const earlier: Values<C> = of(was);
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

/** Reads these columns of the blocks, applies the changes, and writes them. All `names` for blocks with new rows. */
async function writeBlocks<C extends string>(
  tx: Db,
  { table, kinds, ranged }: Layout<C>,
  changes: readonly BlockChange<C>[],
  names: readonly (C | 'at')[],
): Promise<void> {
  if (changes.length === 0 || names.length === 0) return;
  const keys = [changes.map(({ tenant }) => tenant), changes.map(({ block }) => block)];
  // All columns are there only for blocks with new rows, which may be new blocks: most statements are of this kind.
  const areAll = names.includes('at');
  const { rows } = await tx.query<Stored>({
    ...(areAll && { name: `read blocks ${table}` }),
    text: `select k.n::int, b.size, ${names.map((column) => `b.${column}`).join(', ')}
             from unnest($1::uuid[], $2::int[]) with ordinality k(tenant, block, n) join ${table} b using (tenant, block)`,
    values: keys,
  });
  const stored = new Map(rows.map((row) => [row.n - 1, row]));
  const written = changes.map((change, i) => withChange(change, stored.get(i), names, kinds));
  const filled = written.filter(({ size }) => size > 0);
  const withRange = ranged.filter((name) => names.includes(name));
  const columns = [
    ...names.map((name) => ({ name, type: 'text', values: filled.map(({ texts }) => texts.get(name)) })),
    ...withRange.flatMap((name) => {
      const ends = filled.map(({ decoded }) => endsOf(decoded.get(name) ?? []));
      return rangeOf(name).map((end, n) => ({ name: end, type: 'int', values: ends.map((each) => each[n]) }));
    }),
    ...(areAll ? [{ name: 'size', type: 'smallint', values: filled.map(({ size }) => size) }] : []),
  ];
  const columnNames = columns.map(({ name }) => name).join(', ');
  const data = `unnest($1::uuid[], $2::int[], ${columns.map(({ type }, n) => `$${n + 3}::${type}[]`).join(', ')})`;
  const values = [
    filled.map(({ tenant }) => tenant),
    filled.map(({ block }) => block),
    ...columns.map((column) => column.values),
  ];
  const writing = areAll
    ? tx.query({
        name: `write blocks ${table}`,
        text: `insert into ${table} (tenant, block, ${columnNames}) select * from ${data}
               on conflict (tenant, block) do update
               set ${columns.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`,
        values,
      })
    : tx.query(
        `update ${table} b set ${columns.map(({ name }) => `${name} = d.${name}`).join(', ')}
           from ${data} d(tenant, block, ${columnNames})
          where b.tenant = d.tenant and b.block = d.block`,
        values,
      );
  const empty = written.filter(({ size }) => size === 0);
  await allDone([writing, empty.length > 0 && deleteBlocks(tx, table, empty)]);
}

const deleteBlocks = (tx: Db, table: string, blocks: readonly { tenant: string; block: number }[]) =>
  tx.query(
    `delete from ${table} b using unnest($1::uuid[], $2::int[]) k(tenant, block)
      where b.tenant = k.tenant and b.block = k.block`,
    [blocks.map(({ tenant }) => tenant), blocks.map(({ block }) => block)],
  );

/** A block's columns after a change. Slots end with the last row: equal blocks have equal texts. */
function withChange<C extends string>(
  { tenant, block, slots }: BlockChange<C>,
  stored: Stored | undefined,
  names: readonly (C | 'at')[],
  kinds: Layout<C>['kinds'],
) {
  const kindOf = (name: C | 'at') => kinds.get(name) ?? 'coded';
  const columns = new Map(
    names.map((name) => {
      const column: ColumnValue[] = stored
        ? slotsOf(kindOf(name), String(stored[name]), stored.size)
        : new Array(BLOCK).fill(null);
      for (const [slot, values] of slots) column[slot] = values?.[name] ?? null;
      return [name, column];
    }),
  );
  const at = columns.get('at');
  const size = at ? at.findLastIndex((each) => each !== null) + 1 : (stored?.size ?? 0);
  const texts = new Map(
    names.map((name) => [name, encodeColumn(kindOf(name), columns.get(name)?.slice(0, size) ?? [])]),
  );
  return { tenant, block, size, decoded: columns, texts };
}

/** The first and last of the times; null for both without any. */
function endsOf(times: readonly ColumnValue[]): [number | null, number | null] {
  const known = times.filter((time) => typeof time === 'number');
  return known.length === 0 ? [null, null] : [Math.min(...known), Math.max(...known)];
}
