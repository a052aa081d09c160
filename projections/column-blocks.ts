import type { Db } from '@crm/platform/postgres/transaction.ts';
import { BLOCK, type ColumnKind, type ColumnValue, encodeColumn, slotsOf } from './block-column.ts';
import type { DerivedTable, RowChanges } from './derived.ts';
import type { Row } from './projection.ts';

type Values<C extends string> = Record<C | 'at', ColumnValue>;

type Declared<R extends Row, C extends string> = {
  name: string;
  /** The column with the row's number: small, dense and unique per tenant. */
  number: keyof R & string;
  columns: Record<C, ColumnKind>;
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

type Kinds<C extends string> = ReadonlyMap<C | 'at', ColumnKind>;

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
  const kinds: Kinds<C> = new Map<C | 'at', ColumnKind>([['at', 'coded'], ...declaredKinds]);
  const names = [...kinds.keys()];
  return {
    name: declared.name,
    columns: {
      tenant: 'uuid not null',
      block: 'integer not null',
      // Slots up to the last one with a row.
      size: 'smallint not null',
      first_at: 'integer not null',
      last_at: 'integer not null',
      ...Object.fromEntries(names.map((name) => [name, 'text not null'])),
    },
    unique: 'primary key (tenant, block)',
    visible: '',
    // Rows are updated often: leaves room for the next version on the same page.
    storage: 'fillfactor = 50',
    update: async (tx, table, changes) => {
      const blocks = changedBlocks(declared, names, changes);
      const edited = blocks.filter(({ added }) => !added);
      const columns = names.filter((name) => edited.some((block) => block.edited.has(name)));
      const added = blocks.filter((block) => block.added);
      await writeBlocks(tx, table, added, names, kinds);
      await writeBlocks(tx, table, edited, columns, kinds);
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
  table: string,
  changes: readonly BlockChange<C>[],
  names: readonly (C | 'at')[],
  kinds: Kinds<C>,
): Promise<void> {
  if (changes.length === 0 || names.length === 0) return;
  const keys = [changes.map(({ tenant }) => tenant), changes.map(({ block }) => block)];
  const { rows } = await tx.query<Stored>(
    `select k.n::int, b.size, ${names.map((column) => `b.${column}`).join(', ')}
       from unnest($1::uuid[], $2::int[]) with ordinality k(tenant, block, n) join ${table} b using (tenant, block)`,
    keys,
  );
  const stored = new Map(rows.map((row) => [row.n - 1, row]));
  const written = changes.map((change, i) => withChange(change, stored.get(i), names, kinds));
  const filled = written.filter(({ size }) => size > 0);
  const values = [
    filled.map(({ tenant }) => tenant),
    filled.map(({ block }) => block),
    ...names.map((name) => filled.map(({ texts }) => texts.get(name))),
  ];
  const texts = names.map((_, n) => `$${n + 3}::text[]`).join(', ');
  const set = names.map((column) => `${column} = excluded.${column}`).join(', ');
  if (names.includes('at'))
    await tx.query(
      `insert into ${table} (tenant, block, ${names.join(', ')}, size, first_at, last_at)
       select * from unnest($1::uuid[], $2::int[], ${texts}, $${values.length + 1}::smallint[],
                            $${values.length + 2}::int[], $${values.length + 3}::int[])
       on conflict (tenant, block) do update
       set ${set}, size = excluded.size, first_at = excluded.first_at, last_at = excluded.last_at`,
      [
        ...values,
        filled.map(({ size }) => size),
        filled.map(({ first }) => first),
        filled.map(({ last }) => last),
      ],
    );
  else
    await tx.query(
      `update ${table} b set ${names.map((column) => `${column} = d.${column}`).join(', ')}
         from unnest($1::uuid[], $2::int[], ${texts}) d(tenant, block, ${names.join(', ')})
        where b.tenant = d.tenant and b.block = d.block`,
      values,
    );
  const empty = written.filter(({ size }) => size === 0);
  if (empty.length > 0)
    await tx.query(
      `delete from ${table} b using unnest($1::uuid[], $2::int[]) k(tenant, block)
        where b.tenant = k.tenant and b.block = k.block`,
      [empty.map(({ tenant }) => tenant), empty.map(({ block }) => block)],
    );
}

/** A block's columns after a change. Slots end with the last row: equal blocks have equal texts. */
function withChange<C extends string>(
  { tenant, block, slots }: BlockChange<C>,
  stored: Stored | undefined,
  names: readonly (C | 'at')[],
  kinds: Kinds<C>,
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
  const times = columns.get('at');
  const size = times ? times.findLastIndex((at) => at !== null) + 1 : (stored?.size ?? 0);
  const known = (times ?? []).filter((at) => typeof at === 'number');
  const texts = new Map(
    names.map((name) => [name, encodeColumn(kindOf(name), columns.get(name)?.slice(0, size) ?? [])]),
  );
  return { tenant, block, size, first: Math.min(...known), last: Math.max(...known), texts };
}
