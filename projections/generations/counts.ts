import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { AnyTable, Row, Value } from '../projection.ts';
import type { Changes } from './fold.ts';
import { arrayOf, type Column, keyTextOf } from './rows.ts';
import { columnsOf, generationOf } from './tables.ts';

/** Brings the counts of a table on from its rows before to its rows after a batch. */
export async function moveCounts(
  tx: Db,
  table: Pick<AnyTable<never>, 'columns' | 'counts'>,
  { before, after }: Pick<Changes, 'before' | 'after'>,
  generation: number,
) {
  for (const [name, by] of Object.entries(table.counts ?? {})) {
    const columns = columnsOf(table).filter((column) => by.includes(column.name));
    const moves = movesOf(columns, before, after);
    if (moves.length === 0) continue;
    const counted = generationOf(name, generation);
    const params = columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ');
    await tx.query({
      name: `count ${counted}`,
      text: `insert into ${counted} as c (${by.join(', ')}, n)
             select ${by.join(', ')}, n
             from unnest(${params}, $${by.length + 1}::bigint[]) as m(${columns.map((column) => column.name).join(', ')}, n)
             on conflict (${by.join(', ')}) do update set n = c.n + excluded.n`,
      values: [...columns, { name: 'n', type: 'bigint' }].map((column) => arrayOf(moves, column)),
    });
  }
}

type Move = Record<string, Value> & { n: number };

/** How many more or fewer rows there are of each combination. */
function movesOf(
  columns: readonly Column[],
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row | null>,
): Move[] {
  const keyOf = keyTextOf({ columns, key: columns.map(({ name }) => name) });
  const moves = new Map<string, Move>();
  const add = (row: Row | null | undefined, n: number) => {
    if (!row) return;
    const key = keyOf(row);
    const move = moves.get(key);
    if (move) move.n += n;
    else moves.set(key, { ...Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])), n });
  };
  for (const [key, row] of after) {
    add(before.get(key), -1);
    add(row, 1);
  }
  return [...moves.values()].filter(({ n }) => n !== 0);
}
