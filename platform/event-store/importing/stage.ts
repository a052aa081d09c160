import { randomBytes } from 'node:crypto';
import type { TenantId } from '@crm/events/ids.ts';
import { personalData } from '@crm/events/personal-data.ts';
import { idOf } from '@crm/events/streams.ts';
import type { Pool } from 'pg';
import { type Db, inTransaction } from '../../postgres/transaction.ts';
import { KEY_BYTES } from '../../secrets/cipher.ts';
import type { NewEvent } from '../port.ts';
import type { KeyState } from '../sealed/keys.ts';
import { sealEvent } from '../sealed/seal-event.ts';
import { dropRows } from './drop.ts';

/** An event of an archive. `n` is its number in the archive, from 1. */
export type ImportedEvent = NewEvent & { n: number; stream: string; revision: number; at: Date };

/** An event that cannot follow the ones before it in its stream: by its revision, or by its type. */
export type Misplaced = { n: number } & (
  | { kind: 'revision'; expected: number }
  | { kind: 'type'; type: string; isFirst: boolean }
);

/** The phase of a stream after an event (events/lifecycles.ts); null for an event that cannot come in the phase before. */
type PhaseAfter = (phase: string | null, type: string) => string | null;

/** Starts to stage an archive; what an interrupted run has staged is deleted. Refuses one that is written already. */
export function startStaging(pool: Pool, id: string): Promise<'started' | 'too-late'> {
  return inTransaction(pool, async (db) => {
    const { rowCount } = await db.query(
      `insert into event_store.imports as i (id) values ($1)
       on conflict (id) do update set state = 'staging', tenant = null, staged = 0, summary = null
        where i.state in ('staging', 'staged')`,
      [id],
    );
    if (rowCount === 0) return 'too-late';
    await dropRows(db, id);
    return 'started';
  });
}

/**
 * Stages the next events in the order of their archive, encrypted with fresh keys. Throws if another process stages the
 * same archive: this one has lost its lease.
 * @param after the number of the last event that was staged; 0 at the start
 */
export function stageEvents(
  pool: Pool,
  { id, tenant, after, phaseAfter }: { id: string; tenant: TenantId; after: number; phaseAfter: PhaseAfter },
  events: readonly ImportedEvent[],
): Promise<Misplaced[]> {
  return inTransaction(pool, async (db) => {
    const { rowCount } = await db.query(
      `update event_store.imports set tenant = $2, staged = $4
        where id = $1 and staged = $3 and state = 'staging'`,
      [id, tenant, after, events.at(-1)?.n ?? after],
    );
    if (rowCount !== 1) throw new Error(`Import ${id} is staged by another process`);
    const misplaced = await followStreams(db, id, phaseAfter, events);
    const sealed = await seal(db, id, events);
    await db.query(INSERT, [
      id,
      events.map(({ n }) => n),
      events.map(({ stream }) => stream),
      events.map(({ revision }) => revision),
      events.map((event) => event.id),
      events.map(({ type }) => type),
      events.map(({ version }) => version),
      events.map(({ at }) => at.toISOString()),
      sealed.map(({ data }) => JSON.stringify(data)),
      sealed.map(({ meta }) => JSON.stringify(meta)),
    ]);
    return misplaced;
  });
}

const INSERT = `
  insert into event_store.import_events (import, n, stream, revision, id, type, version, at, data, meta)
  select $1, e.n, e.stream, e.revision, e.id, e.type, e.version, e.at, e.data::json, e.meta::json
    from unnest($2::bigint[], $3::text[], $4::int[], $5::uuid[], $6::text[], $7::smallint[], $8::timestamptz[],
                $9::text[], $10::text[]) as e (n, stream, revision, id, type, version, at, data, meta)`;

type Stream = { stream: string; revision: number; phase: string | null };

async function followStreams(
  db: Db,
  id: string,
  phaseAfter: PhaseAfter,
  events: readonly ImportedEvent[],
): Promise<Misplaced[]> {
  const names = [...new Set(events.map(({ stream }) => stream))];
  const { rows } = await db.query<Stream>(
    'select stream, revision, phase from event_store.import_streams where import = $1 and stream = any($2)',
    [id, names],
  );
  const streams = new Map(rows.map((row) => [row.stream, row]));
  const misplaced: Misplaced[] = [];
  for (const { n, stream, revision, type } of events) {
    const before = streams.get(stream) ?? { stream, revision: -1, phase: null };
    const expected = before.revision + 1;
    const phase = phaseAfter(before.phase, type);
    // Behind a gap, the missing event may have changed the phase.
    if (revision !== expected) misplaced.push({ n, kind: 'revision', expected });
    else if (phase === null) misplaced.push({ n, kind: 'type', type, isFirst: revision === 0 });
    streams.set(stream, { stream, revision, phase: phase ?? before.phase });
  }
  const last = [...streams.values()];
  await db.query(
    `insert into event_store.import_streams (import, stream, revision, phase)
     select $1, * from unnest($2::text[], $3::int[], $4::text[])
     on conflict (stream, import) do update set revision = excluded.revision, phase = excluded.phase`,
    [
      id,
      last.map(({ stream }) => stream),
      last.map(({ revision }) => revision),
      last.map(({ phase }) => phase),
    ],
  );
  return misplaced;
}

/** A lead that was erased has no key, so what an archive still says about it is left out from its erasure on. */
async function seal(db: Db, id: string, events: readonly ImportedEvent[]): Promise<NewEvent[]> {
  const subjects = [
    ...new Set(events.flatMap(({ stream }) => (personalData.isIn(stream) ? [idOf(stream)] : []))),
  ];
  if (subjects.length === 0) return [...events];
  await db.query(
    `insert into event_store.import_keys (import, subject, key) select $1, * from unnest($2::uuid[], $3::bytea[])
     on conflict do nothing`,
    [id, subjects, subjects.map(() => randomBytes(KEY_BYTES))],
  );
  const { rows } = await db.query<{ subject: string; key: Buffer | null }>(
    'select subject, key from event_store.import_keys where import = $1 and subject = any($2::uuid[])',
    [id, subjects],
  );
  const states = new Map<string, KeyState>(
    rows.map(({ subject, key }) => [subject, key ? { kind: 'key', key } : { kind: 'erased' }]),
  );
  const erased: string[] = [];
  const sealed = events.map((event) => {
    if (!personalData.isIn(event.stream)) return event;
    const subject = idOf(event.stream);
    if (personalData.isErasure(event.type)) {
      states.set(subject, { kind: 'erased' });
      erased.push(subject);
    }
    return sealEvent(event, states.get(subject) ?? { kind: 'erased' });
  });
  if (erased.length > 0)
    await db.query(
      'update event_store.import_keys set key = null where import = $1 and subject = any($2::uuid[])',
      [id, erased],
    );
  return sealed;
}

/** The numbers of events whose id another event of the archive has. Sorts all staged ids. */
export async function repeatedIds(pool: Pool, id: string, limit: number): Promise<number[]> {
  const { rows } = await pool.query<{ n: number }>(
    `select max(n) as n from event_store.import_events where import = $1 group by id having count(*) > 1
      order by 1 limit $2`,
    [id, limit],
  );
  return rows.map(({ n }) => n);
}

export type ReservedName = { name: string; stream: string };

/** Ends the staging: from here on the import can be written. `summary` is what its writer needs to know. */
export function completeStaging(
  pool: Pool,
  id: string,
  { names, summary }: { names: readonly ReservedName[]; summary: unknown },
): Promise<void> {
  return inTransaction(pool, async (db) => {
    await db.query(
      `insert into event_store.import_names (import, name, stream) select $1, * from unnest($2::text[], $3::text[])`,
      [id, names.map(({ name }) => name), names.map(({ stream }) => stream)],
    );
    const { rowCount } = await db.query(
      `update event_store.imports set state = 'staged', summary = $2 where id = $1 and state = 'staging'`,
      [id, JSON.stringify(summary)],
    );
    if (rowCount !== 1) throw new Error(`Import ${id} is staged by another process`);
  });
}
