import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { ConsumerName } from '@crm/platform/runner/consumer-names.ts';
import type { DerivedTable } from './derived.ts';

/** A column value in memory, as pg returns it. bigint and numeric are numbers here. */
export type Value =
  | string
  | number
  | boolean
  | Date
  | null
  | readonly Value[]
  | { [key: string]: Value | undefined };
/** Every row has its tenant, which row-level security requires. */
export type Row = { tenant: string } & Record<string, Value>;

/** An event for a fold: typed, upcast to its newest version, with its metadata from the store. */
export type Recorded<E> = E &
  Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'at' | 'meta'> & {
    /** Assigned by an earlier table: see `numbers`. */
    number?: number;
  };

/** A hint about a changed row: the room of the live push, and the topic and id to refetch. */
export type Hint = { room: string; topic: string; id: string };

/** Deletes all rows of a table whose columns have the values that `of` returns for an event. */
type Clear<R extends Row, E> = {
  of: (event: Recorded<E>) => Partial<R> | null;
  /** One of the table's `indexes`, which finds the rows. A rebuild builds it before the first rows are deleted. */
  index: string;
};

/** One table of a projection: one row per key, folded from the events that touch it. */
export type Table<R extends Row, E> = {
  /** Queries read the view with this name; the rows are in `{name}_g{generation}`. */
  name: string;
  /**
   * SQL type of each column, with `not null` if it applies. Arrays and jsonb are allowed; `tenant` is `uuid not null`.
   */
  columns: { [Column in keyof R]: string };
  key: readonly (keyof R & string)[];
  /** By index name: the text after `create index {name} on {table}`. */
  indexes?: Record<string, string>;
  /** The key of the row that an event touches; null for none. */
  keyOf: (event: Recorded<E>) => Partial<R> | null;
  /** Pure: returns the next row, or null for none. Returning the same object means unchanged. */
  fold: (row: R | null, event: Recorded<E>) => R | null;
  /**
   * Which rows need not be read before the fold. Default: none.
   * - 'append-only': every event has a row of its own, so that no row is read.
   * - 'per-stream': the key is the stream's id, so that no row is read for the first event of a stream.
   */
  rows?: 'append-only' | 'per-stream';
  clear?: Clear<R, E>;
  /** Rollups, bitmap indexes and column blocks over its rows. Not together with `clear`. */
  derived?: readonly DerivedTable<R>[];
  /** Numbers events: later tables read `event.number`, which this returns from the new row. */
  numbers?: (row: R) => number;
  /** Storage parameters, as in `with (…)`. */
  storage?: string;
  /**
   * The rows of a tenant stay when its retention period is over: accounts, and the tenant's name. Without it they are removed
   * (workers/tenants/remove-rows.ts), and a rebuild does not bring them back.
   */
  keepsErasedTenants?: true;
  /** The hints about an event's change to a row. */
  hints?: (before: R | null, after: R | null, event: Recorded<E>) => readonly Hint[];
};

/** A table without its row type, so that all tables of a projection fit in one list. */
export type AnyTable<E> = Table<Row, E>;

/** Declares a table: `table<LeadRow, LeadEvent>({ … })`. */
export function table<R extends Row, E>(declared: Table<R, E>): AnyTable<E> {
  // A cast that hides the row type: the runner gives a table only rows from its own fold.
  return declared as unknown as AnyTable<E>;
}

/** Folds events into tables. Raise the version when a fold or a table changes. */
export type Projection<T extends EventTypes = EventTypes> = {
  name: string;
  version: number;
  /** The consumed events by type: `leadEvents`, or events of several aggregates. */
  events: T;
  tables: readonly AnyTable<EventOf<T>>[];
  /**
   * The sequence of an event: after an event that failed, later ones of its sequence are held until it is applied.
   * Default: the event's stream. Declare it if events of several streams change one row and their order matters; a row
   * that is shared by design, such as a tenant's counter, needs none.
   */
  sequenceOf?: (event: Recorded<EventOf<T>>) => string;
  /** See Consumer.everyMs: less than the default where users watch rows arrive. */
  everyMs?: number;
  /**
   * It reads most events of the history. A rebuild reads them once for all such projections; the others, which are built
   * in seconds, come first.
   */
  readsMostEvents?: true;
};

/** A projection without its event types. */
export type AnyProjection = Projection<EventTypes>;

/** Declares a projection; throws on definitions that no database accepts. */
export function projection<T extends EventTypes>(
  declared: Projection<T> & { name: ConsumerName },
): AnyProjection {
  for (const { name, columns, key, indexes = {}, derived = [], clear } of declared.tables) {
    const at = `projection ${declared.name}, table ${name}`;
    if (key.length === 0) throw new Error(`${at}: needs a key`);
    if (clear && !(clear.index in indexes)) throw new Error(`${at}: has no index ${clear.index}`);
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
  // A cast that hides the event types: the runner decodes with these types before it folds.
  return declared as unknown as AnyProjection;
}
