import type { Pool } from 'pg';
import {
  type EventBatch,
  type Position,
  type ReadAll,
  type RecordedEvent,
  StoreUnavailable,
  type StreamPart,
} from '../port.ts';
import { failureOf, reasonOf } from './failure.ts';
import { isPosition, positionOf, rowOf } from './position.ts';

/** Minimum number of positions that one read with `types` scans. */
const WINDOW = 10_000;
/** A batch ends with the event that reaches this size, also below the limit. */
const BATCH_BYTES = 8 * 1024 * 1024;

/** No stream is this long: the largest integer. */
const LAST_REVISION = 2 ** 31 - 1;

type EventRow = {
  position: number;
  stream: string;
  revision: number;
  id: string;
  type: string;
  version: number;
  at: number;
  data: unknown;
  meta: RecordedEvent['meta'];
};

const columns = `e.position, e.stream, e.revision, e.id, e.type, e.version,
  (extract(epoch from e.at) * 1000)::float8 as at, e.data, e.meta`;

/** The last position; one descent of the primary key. */
const head = 'select coalesce(max(position), 0) as position from event_store.events';

/** Uses the unique index on stream and revision. */
export async function readStream(pool: Pool, stream: string, from: number, limit: number | null) {
  const rows = await query<EventRow>(pool, {
    name: 'read stream',
    text: `select ${columns} from event_store.events e
           where e.stream = $1 and e.revision >= $2 order by e.revision limit $3`,
    values: [stream, from, limit],
  });
  return rows.map(eventOf);
}

/** Uses the unique index on stream and revision, once for each part. */
export async function readStreams(pool: Pool, parts: readonly StreamPart[]) {
  if (parts.length === 0) return [];
  const rows = await query<EventRow>(pool, {
    name: 'read streams',
    text: `select e.* from unnest($1::text[], $2::int[], $3::int[]) p (stream, first, most)
             cross join lateral (
               select ${columns} from event_store.events e
                where e.stream = p.stream and e.revision >= p.first order by e.revision limit p.most
             ) e`,
    values: [
      parts.map(({ stream }) => stream),
      parts.map(({ from }) => from),
      parts.map(({ limit }) => limit),
    ],
  });
  return rows.map(eventOf);
}

/** Uses the unique index on stream and revision, backwards. */
export async function readBackwards(pool: Pool, stream: string, before: number | null, limit: number) {
  const rows = await query<EventRow>(pool, {
    name: 'read backwards',
    text: `select ${columns} from event_store.events e
           where e.stream = $1 and e.revision < $2 order by e.revision desc limit $3`,
    values: [stream, before ?? LAST_REVISION, limit],
  });
  return rows.map(eventOf);
}

/** Uses the unique index on stream and revision: every stream has revision 0. */
export async function existing(pool: Pool, streams: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ stream: string }>(pool, {
    name: 'existing',
    text: `select e.stream from event_store.events e where e.stream = any($1) and e.revision = 0`,
    values: [streams],
  });
  return new Set(rows.map(({ stream }) => stream));
}

/** An event with the head; only the head if there are no events. */
type AllRow = (EventRow & { through: number; head: number }) | { position: null; head: number };

/** A batch, the size of its data, and whether it ends at the head. */
export type ReadBatch = EventBatch & { bytes: number; reachedHead: boolean };

/**
 * Reads the events after a position, by the primary key. Positions have no gaps and are assigned in commit order, so
 * every position up to the head that this statement sees is present. With `types`, it scans a window of positions and
 * returns how far it read.
 */
export async function readAll(pool: Pool, { after, limit, types }: ReadAll): Promise<ReadBatch> {
  const from = rowOf(after);
  const window = types ? Math.max(WINDOW, limit) : limit;
  const rows = await query<AllRow>(pool, {
    name: types ? 'read types' : 'read all',
    text: `select ${columns}, e.through, h.position as head
           from (${head}) h
           left join lateral (
             select *
             from (
               select *, pg_column_size(data) as bytes,
                 sum(pg_column_size(data)) over (order by position rows unbounded preceding) as through
               from (
                 select * from event_store.events
                 where position > $1 and position <= $1 + $2::bigint ${types ? 'and type = any($5)' : ''}
                 order by position limit $3
               ) found
             ) weighed
             where through - bytes < $4
           ) e on true`,
    values: [from, window, limit, BATCH_BYTES, ...(types ? [types] : [])],
  });
  const last = rows.at(-1);
  if (!last) throw new Error('no row of the head came');
  const lookedThrough = Math.max(from, Math.min(from + window, last.head));
  if (last.position === null) {
    return { events: [], upTo: positionOf(lookedThrough), bytes: 0, reachedHead: lookedThrough >= last.head };
  }
  const events = rows.flatMap((row) => (row.position === null ? [] : eventOf(row)));
  const bytes = last.through;
  const full = events.length === limit || bytes >= BATCH_BYTES;
  const upTo = full ? last.position : lookedThrough;
  return { events, upTo: positionOf(upTo), bytes, reachedHead: upTo >= last.head };
}

export async function readHead(pool: Pool): Promise<Position> {
  const [row] = await query<{ position: number }>(pool, {
    name: 'read head',
    text: head,
    values: [],
  });
  if (!row) throw new Error('no row of the head came');
  return positionOf(row.position);
}

/** By the primary key, backwards: an import writes portions of some thousand events, and reports its progress in between. */
export async function readTime(pool: Pool, position: string, tenant: string): Promise<Date | null> {
  if (!isPosition(position)) return null;
  const [row] = await query<{ at: number }>(pool, {
    name: 'read time',
    text: `select (extract(epoch from timed.at) * 1000)::float8 as at
             from event_store.events e
            cross join lateral (
              select t.at from event_store.events t
               where t.position <= e.position
                 and (t.meta ->> 'imported' is null or t.position = e.position and t.meta ->> 'tenant' = $2)
               order by t.position desc limit 1
            ) timed
            where e.position = $1`,
    values: [position, tenant],
  });
  return row ? new Date(row.at) : null;
}

function eventOf({ position, stream, revision, id, type, version, at, data, meta }: EventRow): RecordedEvent {
  return {
    id,
    type,
    version,
    stream,
    revision,
    position: positionOf(position),
    data,
    meta,
    at: new Date(at),
  };
}

type Query = { name: string; text: string; values: unknown[] };

async function query<Row extends object>(pool: Pool, query: Query): Promise<Row[]> {
  try {
    return (await pool.query<Row>(query)).rows;
  } catch (error) {
    if (failureOf(error) === 'bug') throw error;
    throw new StoreUnavailable(reasonOf(error), { cause: error });
  }
}
