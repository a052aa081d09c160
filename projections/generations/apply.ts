import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import { allDone, type Db } from '@crm/platform/postgres/transaction.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import type { AnyProjection, Hint, Row } from '../projection.ts';
import type { RowCache } from './cache.ts';
import { erasedTenantsOf, foldedBy } from './erased.ts';
import { type AnyEvent, type Folded, foldTable, touch } from './fold.ts';
import { deleteRows, keyTextOf, loadRows, type RowTable, upsertRows } from './rows.ts';
import { columnsOf, generationOf } from './tables.ts';
import type { Unwritten } from './unwritten.ts';

type Reading = {
  load: Load;
  /** The tenants whose rows were removed: only the tables that keep them fold their events. */
  erased: ReadonlySet<string>;
  caches?: ReadonlyMap<string, RowCache>;
  /** Earlier batches, whose rows the tables do not have yet. */
  unwritten?: Unwritten;
};

export type Load = (rows: RowTable, keys: readonly Partial<Row>[]) => Promise<Row[]>;

/**
 * Applies a batch to a projection's tables: per table one SELECT of the affected rows, the folds in memory, one upsert
 * and one delete of the changes. Returns the hints.
 */
export async function applyEvents(
  projection: AnyProjection,
  events: readonly RecordedEvent[],
  tx: Db,
  generation: number,
): Promise<Hint[]> {
  const erased = await erasedTenantsOf(events, tx);
  const load: Load = (rows, keys) => loadRows(tx, rows, keys);
  const folded = await foldEvents(projection, events, generation, { load, erased });
  await writeFolded(tx, folded, generation);
  return folded.flatMap(({ changes }) => changes.hints);
}

/** The first half: reads and folds. With the caches of a rebuild, few rows are read. */
export async function foldEvents(
  projection: AnyProjection,
  events: readonly RecordedEvent[],
  generation: number,
  { load, erased, caches, unwritten }: Reading,
): Promise<Folded> {
  const decoded = foldedBy(projection.tables, events, erased).map((event) => read(projection, event));
  const folded: Folded = [];
  for (const table of projection.tables) {
    const rows = { table: generationOf(table.name, generation), columns: columnsOf(table), key: table.key };
    const keyOf = keyTextOf(rows);
    const touched = touch(table, foldedBy([table], decoded, erased), keyOf);
    const cache = caches?.get(table.name);

    const before = new Map<string, Row>();
    const unknown = new Map<string, Partial<Row>>();
    const begun = new Set<string>();
    for (const { event, key, values } of touched) {
      if (table.rows === 'append-only' || key === null || values === null || before.has(key)) continue;
      if (table.rows === 'per-stream' && event.revision === 0) begun.add(key);
      if (begun.has(key)) continue;
      const newest = unwritten?.get(table.name, key);
      const known = newest === undefined ? cache?.get(key) : newest;
      if (known) before.set(key, known);
      else if (known === undefined) unknown.set(key, values);
    }
    if (unknown.size > 0)
      for (const row of await load(rows, [...unknown.values()])) before.set(keyOf(row), row);

    const changes = foldTable(table, touched, before, keyOf);
    if (cache) for (const [key, row] of changes.after) cache.set(key, row);
    folded.push({ table, rows, changes });
  }
  return folded;
}

/**
 * The second half: all statements are sent together, since each wait for an answer costs more than most of them. Clears are
 * the first, because a cleared row may be inserted again by a later event.
 */
export function writeFolded(tx: Db, folded: Folded, generation: number): Promise<void> {
  return allDone(
    folded.flatMap(({ table, rows, changes }) => {
      const keyOnly = (row: Row) =>
        Object.fromEntries(rows.key.map((column) => [column, row[column] ?? null]));
      return [
        ...groupedByColumns(changes.cleared).map((group) => deleteRows(tx, rows, group)),
        deleteRows(tx, rows, changes.gone.map(keyOnly)),
        upsertRows(tx, rows, changes.changed),
        ...(table.derived ?? []).map(({ name, update }) =>
          update(tx, generationOf(name, generation), changes),
        ),
      ];
    }),
  );
}

/** Returns the sequence of a stored event by its projection's rule. Throws for an event that cannot be read. */
export const sequenceIn =
  (projection: AnyProjection) =>
  (event: RecordedEvent): string =>
    projection.sequenceOf ? projection.sequenceOf(read(projection, event)) : event.stream;

/** Upcasts an event; an event of a newer program waits for that program. */
const read = (projection: AnyProjection, event: RecordedEvent): AnyEvent => ({
  ...event,
  ...decodeEvent(projection.events, event),
});

/** Groups values with the same columns, so that each group is one statement. */
function groupedByColumns(values: readonly Partial<Row>[]): Partial<Row>[][] {
  const groups = new Map<string, Partial<Row>[]>();
  for (const value of values) {
    const columns = Object.keys(value).sort().join();
    groups.set(columns, [...(groups.get(columns) ?? []), value]);
  }
  return [...groups.values()];
}
