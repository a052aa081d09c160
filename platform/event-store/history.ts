import { randomUUID } from 'node:crypto';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { userDirectory } from '../access/user-directory.ts';
import { STORE_IN_USE } from '../postgres/installation.ts';
import type { Db } from '../postgres/transaction.ts';
import { DatabaseUnusable } from '../postgres/unusable.ts';
import { type EventStore, type NewEvent, type Position, START, StoreUnavailable } from './port.ts';

/** Stream with the store's own metadata: the history id and the event versions in use. */
export const HISTORY_STREAM = 'history';
const TRIES = 10;

/** A newer version of the program wrote to the store. The message says what to do. */
export class HistoryIsNewer extends Error {
  override name = 'HistoryIsNewer';
}

/** Postgres takes a moment to notice the end of a killed process. */
const OTHERS_END_MS = 3_000;

/** Other processes run on this database with another event store. The message says what to do. */
export class HistoryInUse extends Error {
  override name = 'HistoryInUse';
}

/**
 * Opens the store for a program that knows these event types in these versions, and records the versions that it may
 * write. @returns the history id, which is created at the first call. Throws HistoryIsNewer, StoreUnavailable.
 */
export async function openHistory(
  store: EventStore,
  known: Readonly<Record<string, number>>,
): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { events, id, used } = await readHistory(store);
    const newer = Object.entries(used).filter(([type, version]) => (known[type] ?? 0) < version);
    const [first] = newer;
    if (first) {
      throw new HistoryIsNewer(
        `The event store was written by a newer version of this program (${first[0]} in version ${first[1]}, ` +
          `${newer.length === 1 ? 'the only thing' : `one of ${newer.length} things`} that this one does not know): start that version, or a later one`,
      );
    }
    const added = Object.fromEntries(
      Object.entries(known).filter(([type, version]) => used[type] !== version),
    );
    if (id !== undefined && Object.keys(added).length === 0) return id;
    const outcome = await store.append({
      stream: HISTORY_STREAM,
      expected: events.at(-1)?.revision ?? 'none',
      events: [
        ...(id === undefined ? [event('HistoryBegun', { id: randomUUID() })] : []),
        event('SchemaUsed', { types: added }),
      ],
    });
    if (outcome.kind === 'unavailable' || outcome.kind === 'unknown') {
      throw new StoreUnavailable(outcome.reason);
    }
  }
  throw new StoreUnavailable('Too many programs open the event store at this moment');
}

/** Reads the store's metadata; `id` is undefined if the store was never opened. Throws StoreUnavailable. */
export async function readHistory(store: EventStore) {
  const events = await store.readStream(HISTORY_STREAM);
  const data = events.map((event) => event.data as { id?: string; types?: Record<string, number> }); // a cast at the store boundary: openHistory wrote it
  const used: Record<string, number> = {};
  for (const { types } of data) Object.assign(used, types);
  return { events, id: data[0]?.id, used };
}

function event(type: string, data: object): NewEvent {
  const commandId = randomUUID();
  return {
    id: randomUUID(),
    type,
    version: 1,
    data,
    meta: {
      tenant: PLATFORM_TENANT,
      actor: { kind: 'system', name: 'start' },
      ip: null,
      userAgent: null,
      commandId,
      correlationId: commandId,
      causationId: null,
      requestHash: null,
    },
  };
}

/**
 * Refuses a store with another history than the one that this database follows, for commands beside the product: a start
 * adopts the history instead. The database's positions and read models do not belong to these events. A database that no
 * product was started on follows none, and takes every store.
 * @param id the store's history id; undefined if the store was never opened
 * @throws DatabaseUnusable
 */
export async function refuseOtherHistory(db: Db, id: string | undefined): Promise<void> {
  const { rows } = await db.query<{ id: string }>('select id from followed_history');
  const [followed] = rows;
  if (followed && followed.id !== id)
    throw new DatabaseUnusable(
      'The event store is not the one that this database is used with: set EVENTSTORE_URL as for the product, and after a move start the product first (docs/moving-stores.md)',
    );
}

export type Adopted = 'known' | 'new' | 'moved';

/**
 * Binds this database to a history id. If the database followed another history before (the store was moved), its
 * positions are invalid: read models are rebuilt at this start, the user directory is filled again from the beginning,
 * other reactions continue after the last event that they had read (positionsInCopy), and stored passwords and secrets are
 * replaced by the next event that sets them.
 * Throws HistoryInUse while other processes run on the database: with two stores, each would undo the other's work.
 */
export async function adoptHistory(
  pool: Pool,
  id: string,
  store: Pick<EventStore, 'head' | 'readStream'>,
): Promise<Adopted> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Several processes may start at once: the insert waits for another one's, and does nothing if that one commits.
    const inserted = await client.query(
      'insert into followed_history (id) values ($1) on conflict (one_row) do nothing',
      [id],
    );
    const { rows } = await client.query<{ id: string }>('select id from followed_history for update');
    const isMoved = rows[0]?.id !== id;
    if (isMoved) {
      await waitForOthersToEnd(client);
      await client.query('update followed_history set id = $1', [id]);
      const reactions = await positionsInCopy(client, store);
      await client.query(
        `update checkpoints set position = $1, version = case when tables = '{}' then version else 0 end`,
        [START],
      );
      await client.query(
        `update checkpoints c set position = r.position, copied_position = case when r.copied then r.position end
         from unnest($1::text[], $2::text[], $3::boolean[]) r (name, position, copied) where c.name = r.name`,
        [
          reactions.map(({ name }) => name),
          reactions.map(({ position }) => position),
          reactions.map(({ isCopied }) => isCopied),
        ],
      );
      await client.query('delete from dead_letters where name = $1', [userDirectory.name]);
      await client.query('/* every tenant: all moved with the store */ delete from user_directory');
      await client.query('update passwords set position = $1', [START]);
      await client.query('/* every tenant: all moved with the store */ update secrets set position = $1', [
        START,
      ]);
      await client.query(
        `update repeats set answer = (select json_object_agg(key, value) from json_each(answer) where key <> 'position')
          where answer ->> 'position' is not null`,
      );
      // Until the user directory shows their last event, sessions read accounts from their streams.
      await client.query(
        '/* every tenant: all moved with the store */ update sessions set access_changed = true, position = null',
      );
    }
    await client.query('commit');
    if (isMoved) return 'moved';
    return inserted.rowCount === 0 ? 'known' : 'new';
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection is lost, or there is no transaction
    throw error;
  } finally {
    client.release();
  }
}

/**
 * The positions in this store of reactions that have read something: of the last event that a copy recorded for each
 * (copy/checkpoints.ts). It is the head if the store does not have that event, because it is no copy, and if the reaction has
 * read further since: a start on the old store by mistake, months later, must not handle these months again.
 */
async function positionsInCopy(
  client: Db,
  store: Pick<EventStore, 'head' | 'readStream'>,
): Promise<{ name: string; position: Position; isCopied: boolean }[]> {
  const { rows } = await client.query<{ name: string; stream: string | null; revision: number | null }>(
    `select name, case when position = copied_position then copied_stream end as stream, copied_revision as revision
       from checkpoints where tables = '{}' and name <> $1 and position <> $2`,
    [userDirectory.name, START],
  );
  const head = await store.head();
  return Promise.all(
    rows.map(async ({ name, stream, revision }) => {
      const [last] =
        stream === null || revision === null
          ? []
          : await store.readStream(stream, { from: revision, limit: 1 });
      return { name, position: last?.position ?? head, isCopied: last !== undefined };
    }),
  );
}

/** Waits until no other process runs on this database, until the transaction ends. Throws HistoryInUse. */
async function waitForOthersToEnd(client: Db): Promise<void> {
  await client.query(`set local lock_timeout = ${OTHERS_END_MS}`);
  await client.query('select pg_advisory_xact_lock($1)', [STORE_IN_USE]).catch((error: unknown) => {
    const isHeld = error instanceof Error && 'code' in error && error.code === '55P03';
    throw isHeld
      ? new HistoryInUse(
          'Processes on this database use another event store: set the same EVENTSTORE_URL for all of them, or stop them before a move (docs/moving-stores.md)',
        )
      : error;
  });
  await client.query('set local lock_timeout = default');
}
