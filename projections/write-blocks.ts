import { allDone, type Db } from '@crm/platform/postgres/transaction.ts';
import { BLOCK, type ColumnKind, type ColumnValue, encodeColumn, slotsOf } from './block-column.ts';

/** The values of a row. */
export type BlockValues<C extends string> = Record<C | 'at', ColumnValue>;

/** The changes of a batch to one block. `added`: rows came or went, so that all columns change. */
export type BlockChange<C extends string> = {
  tenant: string;
  block: number;
  slots: Map<number, BlockValues<C> | null>;
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

/** The columns with the range of a column's times in a block. */
export const rangeOf = (name: string) => [`first_${name}`, `last_${name}`];

/** Reads these columns of the blocks, applies the changes, and writes them. All `names` for blocks with new rows. */
export async function writeBlocks<C extends string>(
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
