import type { AnyTable, Hint, Recorded, Row } from '../projection.ts';
import { type RowTable, sameRow } from './rows.ts';

export type AnyEvent = Recorded<{ type: string; data: unknown }>;
export type EventTable = AnyTable<{ type: string; data: unknown }>;
export type KeyOf = (row: Partial<Row>) => string;

/** An event and the row that it changes in one table. */
export type Touched = { event: AnyEvent; key: string | null; values: Partial<Row> | null };

/** The changes of a batch to one table. */
export type Changes = {
  before: ReadonlyMap<string, Row>;
  /** The new state of every row that the batch touched. */
  after: ReadonlyMap<string, Row | null>;
  changed: Row[];
  gone: Row[];
  cleared: Partial<Row>[];
  hints: Hint[];
};

/** A batch that is folded into a projection's tables but not written yet. */
export type Folded = { table: EventTable; rows: RowTable; changes: Changes }[];

/** Finds the row of a table that each event touches. */
export const touch = (table: EventTable, events: readonly AnyEvent[], keyOf: KeyOf): Touched[] =>
  events.map((event) => {
    const values = table.keyOf(event);
    return { event, values, key: values && keyOf(values) };
  });

/** Folds a batch into the rows of one table, in memory. */
export function foldTable(
  table: EventTable,
  touched: readonly Touched[],
  rowsBefore: ReadonlyMap<string, Row>,
  keyOf: KeyOf,
): Changes {
  const before = new Map(rowsBefore);
  const after = new Map<string, Row | null>(before);
  const cleared: Partial<Row>[] = [];
  const hints: Hint[] = [];
  for (const { event, key } of touched) {
    const clear = table.clear?.of(event);
    if (clear) {
      cleared.push(clear);
      for (const [at, row] of after) {
        if (!row || !matches(row, clear)) continue;
        after.set(at, null);
        before.delete(at); // the statement of `clear` deletes it
      }
    }
    if (key === null) continue;
    const row = after.get(key) ?? null;
    // Ids in an event's data may be of another tenant when its history was written elsewhere (an import).
    if (row && row.tenant !== event.meta.tenant) continue;
    const next = table.fold(row, event);
    if (table.numbers && next) event.number = table.numbers(next);
    if (next === row) continue;
    after.set(key, next);
    if (table.hints) hints.push(...table.hints(row, next, event));
  }
  return { before, after, cleared, hints, ...changesOf(table, before, after, keyOf) };
}

/** The rows to write; an unchanged row is skipped. */
export function changesOf(
  { name }: EventTable,
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row | null>,
  keyOf: KeyOf,
) {
  const changed: Row[] = [];
  const gone: Row[] = [];
  for (const [key, row] of after) {
    const was = before.get(key);
    if (row) {
      if (was && sameRow(was, row)) continue;
      if (keyOf(row) !== key) throw new Error(`${name}: a fold changed the key ${key}`);
      changed.push(row);
    } else if (was) gone.push(was);
  }
  return { changed, gone };
}

const matches = (row: Row, values: Partial<Row>) =>
  Object.entries(values).every(([column, value]) => row[column] === value);
