import { Pool } from 'pg';
import type { Reservation, Target } from '../copy/ends.ts';
import { HISTORY_STREAM } from '../history.ts';
import type { RecordedEvent } from '../port.ts';
import { openPostgresEventStore } from './adapter.ts';

const NAMES = 5_000;

/** A Postgres event store as source or target of a copy. Needs the schema of migration 002. */
export function copyingPostgres(url: string): Target {
  const store = openPostgresEventStore(url, null);
  const pool = new Pool({ connectionString: url, application_name: 'event store copy', max: 1 });
  pool.on('error', () => {}); // the next query rejects

  return {
    store,
    database: pool,
    async *reservations() {
      // One page at a time, by the primary key.
      for (let after = ''; ; ) {
        const { rows } = await pool.query<Reservation>(
          'select name, stream from event_store.reservations where name > $1 order by name limit $2',
          [after, NAMES],
        );
        yield* rows;
        const last = rows.at(-1);
        if (!last) return;
        after = last.name;
      }
    },
    async add(events) {
      // The head cannot move during the insert: event_store.append takes the same lock.
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(`select pg_advisory_xact_lock(hashtextextended('event_store.append', 0))`);
        await client.query(INSERT, columnsOf(events));
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => {}); // a lost connection rolls back, too
        throw error;
      } finally {
        client.release();
      }
    },
    async reserve(reservations) {
      await pool.query(
        `insert into event_store.reservations (name, stream)
         select * from unnest($1::text[], $2::text[]) on conflict (name) do nothing`,
        [reservations.map(({ name }) => name), reservations.map(({ stream }) => stream)],
      );
    },
    async last() {
      const { rows } = await pool.query<{ stream: string; revision: number }>(
        `select stream, revision from event_store.events where stream <> $1 order by position desc limit 1`,
        [HISTORY_STREAM],
      );
      const [row] = rows;
      if (!row) return null;
      const [event] = await store.readStream(row.stream, { from: row.revision, limit: 1 });
      return event ?? null;
    },
    empty: async () => {
      await pool.query('truncate event_store.events, event_store.reservations');
    },
    async close() {
      await Promise.all([store.close(), pool.end()]);
    },
  };
}

const INSERT = `
  insert into event_store.events (position, stream, revision, id, type, version, at, data, meta)
  select h.head + e.n, e.stream, e.revision, e.id, e.type, e.version, e.at, e.data::json, e.meta::json
  from (select coalesce(max(position), 0) as head from event_store.events) h,
    unnest($1::text[], $2::int[], $3::uuid[], $4::text[], $5::smallint[], $6::timestamptz[], $7::text[], $8::text[])
      with ordinality e (stream, revision, id, type, version, at, data, meta, n)`;

const columnsOf = (events: readonly RecordedEvent[]): unknown[] => [
  events.map(({ stream }) => stream),
  events.map(({ revision }) => revision),
  events.map(({ id }) => id),
  events.map(({ type }) => type),
  events.map(({ version }) => version),
  events.map(({ at }) => at.toISOString()),
  events.map(({ data }) => JSON.stringify(data)),
  events.map(({ meta }) => JSON.stringify(meta)),
];
