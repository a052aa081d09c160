import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { type Db, inTransaction } from '../../postgres/transaction.ts';
import { type Conflicts, conflictsOf, importsBegun, laterConflictsOf } from './conflicts.ts';

/** Events per transaction: other appends wait for it. */
const AT_ONCE = 2_000;

export type Import = {
  state: 'staging' | 'staged' | 'writing' | 'written';
  tenant: TenantId | null;
  staged: number;
  written: number;
  /** As it was given to completeStaging. */
  summary: unknown;
};

/** A staged import; null if there is none, or not any more. */
export async function readImport(pool: Pool, id: string): Promise<Import | null> {
  const { rows } = await pool.query<Import>(
    'select state, tenant, staged, written, summary from event_store.imports where id = $1',
    [id],
  );
  return rows[0] ?? null;
}

export type Begun = Conflicts | { kind: 'gone' };

/** Places under a limit that the organisation has used: names from 1 to `count` with this prefix. */
export type UsedPlaces = { prefix: string; count: number; stream: string };

/**
 * The step after which an import is always completed: reserves all names, and keeps other appends away from its streams.
 * Nothing is written if the store has some of it already. A repeat changes nothing.
 */
export async function beginWriting(pool: Pool, id: string, places: UsedPlaces | null): Promise<Begun> {
  const begun = await inTransaction(pool, (db) => begin(db, id));
  if (begun.kind === 'none' && places)
    // Names of this organisation only, which nothing else appends to: without the lock of all appends.
    await pool.query(
      `insert into event_store.reservations (name, stream) select $1 || n, $2 from generate_series(1, $3) n
       on conflict do nothing`,
      [places.prefix, places.stream, places.count],
    );
  return begun;
}

async function begin(db: Db, id: string): Promise<Begun> {
  await db.query('set local synchronous_commit = on');
  // Before the lock of all appends, which must not wait for a sweep of this import.
  const { rows } = await db.query<Pick<Import, 'state'>>(
    'select state from event_store.imports where id = $1 for update',
    [id],
  );
  const [found] = rows;
  if (!found || found.state === 'staging') return { kind: 'gone' };
  if (found.state !== 'staged') return { kind: 'none' };
  // All streams are compared before the lock, because their number has no limit; below it only what is newer.
  const { rows: heads } = await db.query<{ head: string }>(
    'select coalesce(max(position), 0)::text as head from event_store.events',
  );
  const compared = { head: heads[0]?.head ?? '0', others: await importsBegun(db, id) };
  const conflicts = await conflictsOf(db, id);
  if (conflicts.kind !== 'none') return conflicts;
  // Of two imports at once, the second one waits here. Nothing can be appended between the check and the commit.
  await db.query(`select pg_advisory_xact_lock(hashtextextended('event_store.append', 0))`);
  const later = await laterConflictsOf(db, id, compared);
  if (later.kind !== 'none') return later;
  await db.query(
    `insert into event_store.reservations (name, stream)
     select name, stream from event_store.import_names where import = $1`,
    [id],
  );
  await db.query(`update event_store.imports set state = 'writing' where id = $1`, [id]);
  return { kind: 'none' };
}

/**
 * Moves the next events of an import to the store, with their original times. After an interruption it continues behind
 * the last event that was moved.
 * @returns the number of events that are moved, and whether these are all
 */
export function writeNext(pool: Pool, id: string): Promise<{ written: number; isDone: boolean }> {
  return inTransaction(pool, async (db) => {
    await db.query('set local synchronous_commit = on');
    const { rows } = await db.query<{ written: number; staged: number }>(
      `select written, staged from event_store.imports where id = $1 for update`,
      [id],
    );
    const [found] = rows;
    if (!found) throw new Error(`There is no import ${id}`);
    await db.query(`select pg_advisory_xact_lock(hashtextextended('event_store.append', 0))`);
    const written = Math.min(found.written + AT_ONCE, found.staged);
    const expected = written - found.written;
    const moved = expected > 0 ? (await db.query(MOVE, [id, found.written, written])).rowCount : 0;
    if (moved !== expected) throw new Error(`Only ${moved} of ${expected} events of import ${id} are staged`);
    await db.query(KEYS, [id, found.written, written]);
    const isDone = written === found.staged;
    await db.query('update event_store.imports set written = $2, state = $3 where id = $1', [
      id,
      written,
      isDone ? 'written' : 'writing',
    ]);
    return { written, isDone };
  });
}

/** Stores the keys of the streams that begin among these events. */
const KEYS = `
  insert into event_store.personal_keys (subject, tenant, key, erased_at)
  select k.subject, m.tenant, k.key, case when k.key is null then now() end
    from event_store.import_events e
    join event_store.imports m on m.id = e.import
    join event_store.import_keys k
      on k.import = e.import and k.subject = right(e.stream, 36)::uuid and e.stream = 'lead-' || k.subject
   where e.import = $1 and e.n > $2 and e.n <= $3 and e.revision = 0`;

/**
 * A report names the position of its figures, which is one of another store. Here it is that of the event of the first
 * report at that position: the same events of the organisation are before it. Index import_events_reports.
 */
const MOVE = `
  insert into event_store.events (position, stream, revision, id, type, version, at, data, meta)
  select h.head + e.n - $2, e.stream, e.revision, e.id, e.type, e.version, e.at,
         case when f.n is null then e.data
              else (e.data::jsonb || jsonb_build_object('position', lpad(
                coalesce(v.position, h.head + f.n - $2)::text, 16, '0')))::json end,
         e.meta
    from (select coalesce(max(position), 0) as head from event_store.events) h
    join event_store.import_events e on e.import = $1 and e.n > $2 and e.n <= $3
    left join lateral (
      select r.n, r.stream, r.revision from event_store.import_events r
       where e.type = 'ReportMade' and r.type = 'ReportMade' and r.import = $1
         and md5(r.data ->> 'position') = md5(e.data ->> 'position')
       order by r.n limit 1
    ) f on true
    left join event_store.events v on v.stream = f.stream and v.revision = f.revision`;

/** Streams of an import that begin with an event of this type, for what is left to do after its last event. */
export async function streamsOfType(pool: Pool, id: string, type: string): Promise<string[]> {
  // Once per import; reads all of its events.
  const { rows } = await pool.query<{ stream: string }>(
    'select stream from event_store.import_events where import = $1 and type = $2 order by n',
    [id, type],
  );
  return rows.map(({ stream }) => stream);
}

/** The number of staged events of a type since a time. */
export async function countEvents(pool: Pool, id: string, type: string, since: Date): Promise<number> {
  // Once or twice per import; reads all of its events.
  const { rows } = await pool.query<{ n: number }>(
    'select count(*) as n from event_store.import_events where import = $1 and type = $2 and at >= $3',
    [id, type, since],
  );
  return rows[0]?.n ?? 0;
}
