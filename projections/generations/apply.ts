import { decode } from '@crm/events/language/define.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { NotYet } from '@crm/platform/runner/failure.ts';
import type { AnyProjection, AnyTable, Hint, Recorded, Row } from '../projection.ts';
import type { RowCache } from './cache.ts';
import { moveCounts } from './counts.ts';
import { deleteRows, keyTextOf, loadRows, type RowTable, sameRow, upsertRows } from './rows.ts';
import { columnsOf, generationOf } from './tables.ts';

type AnyEvent = Recorded<{ type: string; data: unknown }>;
type EventTable = AnyTable<{ type: string; data: unknown }>;
type KeyOf = (row: Partial<Row>) => string;

/**
 * Takes a batch into a projection's tables: per table one SELECT of the rows that it touches, the folds in memory,
 * one upsert and one delete of what changed. Returns the hints. With caches (a builder's) the SELECT is mostly spared.
 */
export async function applyEvents(
  projection: AnyProjection,
  events: readonly RecordedEvent[],
  tx: Db,
  generation: number,
  caches?: ReadonlyMap<string, RowCache>,
): Promise<Hint[]> {
  const decoded = events.map((event) => read(projection, event));
  const hints: Hint[] = [];
  for (const table of projection.tables) {
    const rows: RowTable = {
      table: generationOf(table.name, generation),
      columns: columnsOf(table),
      key: table.key,
    };
    const keyOf = keyTextOf(rows);
    const touched = touch(table, decoded, keyOf);
    const cache = caches?.get(table.name);
    const before = await rowsBefore(tx, rows, touched, keyOf, cache);
    const changes = foldAll(table, touched, before, keyOf);
    await write(tx, rows, changes);
    await moveCounts(tx, table, before, changes.after, generation);
    if (cache) for (const [key, row] of changes.after) cache.set(key, row);
    for (const hint of changes.hints) hints.push(hint);
  }
  return hints;
}

/** Upcasts an event; one of a newer program waits for that program. */
function read(projection: AnyProjection, event: RecordedEvent): AnyEvent {
  const result = decode(projection.events, event);
  switch (result.kind) {
    case 'event':
      return { ...event, ...result.event };
    case 'newer':
      throw new NotYet(`${result.type} v${result.version} is newer than this program (v${result.known})`);
    case 'foreign':
      throw new Error(`${result.type} is not an event of projection ${projection.name}`);
    default:
      return result satisfies never;
  }
}

/** An event, and the row that it touches in one table. */
type Touched = { event: AnyEvent; key: string | null; values: Partial<Row> | null };

const touch = (table: EventTable, events: readonly AnyEvent[], keyOf: KeyOf): Touched[] =>
  events.map((event) => {
    const values = table.keyOf(event);
    return { event, values, key: values && keyOf(values) };
  });

/** The rows that a batch touches, as they stand. */
async function rowsBefore(
  tx: Db,
  rows: RowTable,
  touched: readonly Touched[],
  keyOf: KeyOf,
  cache: RowCache | undefined,
): Promise<Map<string, Row>> {
  const before = new Map<string, Row>();
  const unknown = new Map<string, Partial<Row>>();
  for (const { key, values } of touched) {
    if (key === null || values === null || before.has(key)) continue;
    const cached = cache?.get(key);
    if (cached) before.set(key, cached);
    else if (cached === undefined) unknown.set(key, values);
  }
  for (const row of await loadRows(tx, rows, [...unknown.values()])) before.set(keyOf(row), row);
  return before;
}

type Changes = {
  /** Every row touched, as it is now. */
  after: Map<string, Row | null>;
  changed: Row[];
  gone: Row[];
  cleared: Partial<Row>[];
  hints: Hint[];
};

/** Folds a batch into the rows of one table, in memory. */
function foldAll(
  table: EventTable,
  touched: readonly Touched[],
  before: Map<string, Row>,
  keyOf: KeyOf,
): Changes {
  const after = new Map<string, Row | null>(before);
  const cleared: Partial<Row>[] = [];
  const hints: Hint[] = [];
  for (const { event, key } of touched) {
    const clear = table.clear?.(event);
    if (clear) {
      cleared.push(clear);
      for (const [at, row] of after) {
        if (!row || !matches(row, clear)) continue;
        after.set(at, null);
        before.delete(at); // the statement that clears takes it away
      }
    }
    if (key === null) continue;
    const row = after.get(key) ?? null;
    const next = table.fold(row, event);
    if (next === row) continue;
    after.set(key, next);
    if (table.hints) hints.push(...table.hints(row, next, event));
  }
  const changed: Row[] = [];
  const gone: Row[] = [];
  for (const [key, row] of after) {
    const was = before.get(key);
    if (row) {
      if (was && sameRow(was, row)) continue;
      if (keyOf(row) !== key) throw new Error(`${table.name}: a fold changed the key ${key}`);
      changed.push(row);
    } else if (was) gone.push(was);
  }
  return { after, changed, gone, cleared, hints };
}

const matches = (row: Row, values: Partial<Row>) =>
  Object.entries(values).every(([column, value]) => row[column] === value);

/** What is cleared goes first, for a row may come again after it. */
async function write(tx: Db, rows: RowTable, { changed, gone, cleared }: Changes) {
  for (const group of alike(cleared)) await deleteRows(tx, rows, group);
  const keys = gone.map((row) => Object.fromEntries(rows.key.map((column) => [column, row[column] ?? null])));
  await deleteRows(tx, rows, keys);
  await upsertRows(tx, rows, changed);
}
/** Groups what names the same columns, so that each group is one statement. */
function alike(values: readonly Partial<Row>[]): Iterable<Partial<Row>[]> {
  const groups = new Map<string, Partial<Row>[]>();
  for (const value of values) {
    const columns = Object.keys(value).sort().join();
    groups.set(columns, [...(groups.get(columns) ?? []), value]);
  }
  return groups.values();
}
