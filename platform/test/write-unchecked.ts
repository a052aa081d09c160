import type { Pool } from 'pg';
import type { NewEvent, Position } from '../event-store/port.ts';
import { positionOf } from '../event-store/postgres/position.ts';

/**
 * Appends events to a stream by SQL, without the checks of the product: for tests of events that a read model cannot
 * apply. Only for the event store on Postgres.
 * @returns the position of the last event
 */
export async function writeUnchecked(
  pool: Pool,
  stream: string,
  events: readonly NewEvent[],
): Promise<Position> {
  const client = await pool.connect();
  let last = 0;
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('event_store.append', 0))`);
    for (const { id, type, version, data, meta } of events) {
      const { rows } = await client.query<{ position: string }>(
        `insert into event_store.events (position, stream, revision, id, type, version, at, data, meta)
         select coalesce((select max(position) from event_store.events), 0) + 1, $1,
           coalesce((select max(revision) from event_store.events where stream = $1), -1) + 1,
           $2, $3, $4, clock_timestamp(), $5, $6
         returning position`,
        [stream, id, type, version, JSON.stringify(data), JSON.stringify(meta)],
      );
      last = Number(rows[0]?.position);
    }
    await client.query('commit');
  } finally {
    client.release(true);
  }
  return positionOf(last);
}
