import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { DerivedTable } from './derived.ts';

/** What a column may hold in memory: what Postgres gives back for it. bigint and numeric are numbers here. */
export type Value =
  | string
  | number
  | boolean
  | Date
  | null
  | readonly Value[]
  | { [key: string]: Value | undefined };
/** Every row has its tenant: row-level security stands on it. */
export type Row = { tenant: string } & Record<string, Value>;

/** An event as a fold sees it: typed and in its newest version, with what the store knows of it. */
export type Recorded<E> = E &
  Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'at' | 'meta'> & {
    /** What a table before this one told of it: see `numbers`. */
    number?: number;
  };

/** Who must hear that a row changed: a room of the live push, and what there is to fetch again. */
export type Hint = { room: string; topic: string; id: string };

/** One table of a projection: one row per key, made by folding the events that touch it. */
export type Table<R extends Row, E> = {
  /** Queries read the view of this name; the rows stand in `{name}_g{generation}`. */
  name: string;
  /** SQL type of each column, with `not null` where it holds. Arrays and jsonb are fine; `tenant` is `uuid not null`. */
  columns: { [Column in keyof R]: string };
  key: readonly (keyof R & string)[];
  /** What follows `create index {name} on {table}`, by the index's name. */
  indexes?: Record<string, string>;
  /** The row that an event touches; null for none. */
  keyOf: (event: Recorded<E>) => Partial<R> | null;
  /** Pure: the row before, the row after; null for none. The same row given back means unchanged. */
  fold: (row: R | null, event: Recorded<E>) => R | null;
  /** Rows that an event takes away, whatever their key: those whose columns all have these values. */
  clear?: (event: Recorded<E>) => Partial<R> | null;
  /** Rollups and bitmap indexes over its rows. Not beside `clear`. */
  derived?: readonly DerivedTable<R>[];
  /** Numbers the events that touch it: the tables after it read `event.number`, which this takes from the row after. */
  numbers?: (row: R) => number;
  /** Storage parameters, as they stand in `with (…)`. */
  storage?: string;
  /** Who must hear of what an event did to a row. */
  hints?: (before: R | null, after: R | null, event: Recorded<E>) => readonly Hint[];
};

/** A table whose row type is known to itself alone, so that tables of one projection can stand in one list. */
export type AnyTable<E> = Table<Row, E>;

/** Declares a table: `table<LeadRow, LeadEvent>({ … })`. */
export function table<R extends Row, E>(declared: Table<R, E>): AnyTable<E> {
  // The edge where the row type is forgotten: the runner gives a table only rows that its own fold made.
  return declared as unknown as AnyTable<E>;
}

/** Events folded into tables. Raise the version when a fold or a table changes. */
export type Projection<T extends EventTypes = EventTypes> = {
  name: string;
  version: number;
  /** The events that it hears, by type: `leadEvents`, or some of several aggregates. */
  events: T;
  tables: readonly AnyTable<EventOf<T>>[];
  /**
   * Names the sequence of an event: after an event that failed, later ones of its sequence are held until it is
   * applied. The event's stream when absent. Declare it where events of several streams change one row and their order
   * matters; a row that is shared by design, such as a tenant's counter, needs none.
   */
  sequenceOf?: (event: Recorded<EventOf<T>>) => string;
};

/** A projection whose event types are known to itself alone. */
export type AnyProjection = Projection<EventTypes>;

/** Declares a projection; throws on what no database would take. */
export function projection<T extends EventTypes>(declared: Projection<T>): AnyProjection {
  for (const { name, columns, key, derived = [], clear } of declared.tables) {
    const at = `projection ${declared.name}, table ${name}`;
    if (key.length === 0) throw new Error(`${at}: needs a key`);
    if (derived.length > 0 && clear)
      throw new Error(`${at}: tables cannot be derived from rows that \`clear\` deletes unread`);
    for (const each of [{ name, columns }, ...derived]) {
      if (each.columns.tenant !== 'uuid not null')
        throw new Error(`${at}: the tenant of ${each.name} must be 'uuid not null'`);
      for (const identifier of [each.name, ...Object.keys(each.columns)]) {
        if (!/^[a-z][a-z0-9_]{0,49}$/.test(identifier))
          throw new Error(`${at}: '${identifier}' must be a snake_case name`);
      }
    }
  }
  // The edge where the event types are forgotten: the runner decodes with these same types before it folds.
  return declared as unknown as AnyProjection;
}
