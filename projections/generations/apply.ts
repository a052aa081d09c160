import { decode } from '@crm/events/language/define.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { NotYet } from '@crm/platform/runner/failure.ts';
import type { AnyProjection, AnyTable, Hint, Recorded, Row } from '../projection.ts';
import { deleteRows, keyText, loadRows, type RowTable, sameRow, upsertRows } from './rows.ts';
import { columnsOf, generationOf } from './tables.ts';

type AnyEvent = Recorded<{ type: string; data: unknown }>;

/**
 * Takes a batch into a projection's tables: per table one SELECT of the rows that it touches, the folds in memory,
 * one upsert and one delete of what changed. Returns the hints.
 */
export async function applyEvents(
  projection: AnyProjection,
  events: readonly RecordedEvent[],
  tx: Db,
  generation: number,
): Promise<Hint[]> {
  const decoded = events.map((event) => read(projection, event));
  const hints: Hint[] = [];
  for (const table of projection.tables) hints.push(...(await applyTo(table, decoded, tx, generation)));
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

async function applyTo(
  table: AnyTable<{ type: string; data: unknown }>,
  events: readonly AnyEvent[],
  tx: Db,
  generation: number,
): Promise<Hint[]> {
  const rowTable: RowTable = {
    table: generationOf(table.name, generation),
    columns: columnsOf(table),
    key: table.key,
  };
  const keys = new Map<string, Partial<Row>>();
  const touched = events.map((event) => {
    const key = table.keyOf(event);
    if (!key) return null;
    const text = keyText(rowTable, key);
    keys.set(text, key);
    return text;
  });

  const before = new Map<string, Row>();
  for (const row of await loadRows(tx, rowTable, [...keys.values()])) before.set(keyText(rowTable, row), row);
  const after = new Map<string, Row | null>(before);
  const cleared: Partial<Row>[] = [];
  const hints: Hint[] = [];

  for (const [i, event] of events.entries()) {
    const clear = table.clear?.(event);
    if (clear) {
      cleared.push(clear);
      for (const [key, row] of after) {
        if (row && matches(row, clear)) {
          after.set(key, null);
          before.delete(key); // the statement that clears takes it away
        }
      }
    }
    const key = touched[i];
    if (!key) continue;
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
      if (keyText(rowTable, row) !== key) throw new Error(`${table.name}: a fold changed the key ${key}`);
      changed.push(row);
    } else if (was) gone.push(was);
  }
  for (const group of alike(cleared)) await deleteRows(tx, rowTable, group);
  await deleteRows(
    tx,
    rowTable,
    gone.map((row) => Object.fromEntries(table.key.map((k) => [k, row[k] ?? null]))),
  );
  await upsertRows(tx, rowTable, changed);
  return hints;
}

const matches = (row: Row, values: Partial<Row>) =>
  Object.entries(values).every(([column, value]) => row[column] === value);

/** Groups what names the same columns, so that each group is one statement. */
function alike(values: readonly Partial<Row>[]): Iterable<Partial<Row>[]> {
  const groups = new Map<string, Partial<Row>[]>();
  for (const value of values) {
    const columns = Object.keys(value).sort().join();
    groups.set(columns, [...(groups.get(columns) ?? []), value]);
  }
  return groups.values();
}
