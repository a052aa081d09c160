import type { Pool } from 'pg';
import { type Batch, type ReadAll, type RecordedEvent, StoreUnavailable } from '../port.ts';
import { failureOf, reasonOf } from './failure.ts';
import { positionOf, rowOf } from './position.ts';

/** How many positions one read looks through for events of the asked types, at least. */
const WINDOW = 5_000;

type EventRow = [
  position: string | null,
  stream: string,
  revision: number,
  id: string,
  type: string,
  version: number,
  at: number,
  data: unknown,
  meta: RecordedEvent['meta'],
];

const columns = `e.position, e.stream, e.revision, e.id, e.type, e.version,
  (extract(epoch from e.at) * 1000)::float8, e.data, e.meta`;

/** Served by the unique index on stream and revision. */
export async function readStream(
  pool: Pool,
  stream: string,
  from: number,
  limit: number | null,
): Promise<RecordedEvent[]> {
  const rows = await query<EventRow>(pool, {
    name: 'read stream',
    text: `select ${columns} from event_store.events e
           where e.stream = $1 and e.revision >= $2 order by e.revision limit $3`,
    values: [stream, from, limit],
  });
  return rows.map(eventOf);
}

/**
 * The events after a position, by the primary key. Positions have no gaps and are given in the order of commits, so
 * that everything up to the head, as this one statement sees it, is there. With types, it looks through a window
 * of positions and says how far it came.
 */
export async function readAll(pool: Pool, { after, limit, types }: ReadAll): Promise<Batch> {
  const from = rowOf(after);
  const window = types ? Math.max(WINDOW, limit) : limit;
  const rows = await query<[...EventRow, string]>(pool, {
    name: types ? 'read types' : 'read all',
    text: `select ${columns}, h.position
           from event_store.head h
           left join lateral (
             select * from event_store.events
             where position > $1 and position <= $1 + $2::bigint ${types ? 'and type = any($4)' : ''}
             order by position limit $3
           ) e on true`,
    values: [from, window, limit, ...(types ? [types] : [])],
  });
  const [first] = rows;
  if (!first) throw new Error('event_store.head has no row');
  const head = Number(first.at(-1));
  const events = first[0] === null ? [] : rows.map((row) => eventOf(row));
  const last = events.at(-1);
  const lookedAt = Math.max(from, Math.min(from + window, head));
  return { events, upTo: last && events.length === limit ? last.position : positionOf(lookedAt) };
}

export async function readHead(pool: Pool) {
  const rows = await query<[string]>(pool, {
    name: 'read head',
    text: 'select position from event_store.head',
    values: [],
  });
  return positionOf(Number(rows[0]?.[0]));
}

function eventOf([position, stream, revision, id, type, version, at, data, meta]:
  | EventRow
  | [...EventRow, string]): RecordedEvent {
  return {
    id,
    type,
    version,
    stream,
    revision,
    position: positionOf(Number(position)),
    data,
    meta,
    at: new Date(at),
  };
}

async function query<Row extends unknown[]>(
  pool: Pool,
  { name, text, values }: { name: string; text: string; values: unknown[] },
) {
  try {
    return (await pool.query<Row>({ name, rowMode: 'array', text, values })).rows;
  } catch (error) {
    if (failureOf(error) === 'bug') throw error;
    throw new StoreUnavailable(reasonOf(error), { cause: error });
  }
}
