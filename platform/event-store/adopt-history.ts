import type { Pool } from 'pg';
import { userDirectory } from '../access/user-directory.ts';
import { STORE_IN_USE } from '../postgres/installation.ts';
import { type Db, inTransaction } from '../postgres/transaction.ts';
import { DatabaseUnusable } from '../postgres/unusable.ts';
import { type EventStore, type Position, START } from './port.ts';

/** Postgres takes a moment to notice the end of a killed process. */
const OTHERS_END_MS = 3_000;

/** Other processes run on this database with another event store. The message says what to do. */
export class HistoryInUse extends Error {
  override name = 'HistoryInUse';
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
export function adoptHistory(
  pool: Pool,
  id: string,
  store: Pick<EventStore, 'head' | 'readStream'>,
): Promise<Adopted> {
  return inTransaction(pool, async (db) => {
    // Several processes may start at once: the insert waits for another one's, and does nothing if that one commits.
    const inserted = await db.query(
      'insert into followed_history (id) values ($1) on conflict (one_row) do nothing',
      [id],
    );
    const { rows } = await db.query<{ id: string }>('select id from followed_history for update');
    if (rows[0]?.id === id) return inserted.rowCount === 0 ? 'known' : 'new';
    await waitForOthersToEnd(db);
    await db.query('update followed_history set id = $1', [id]);
    await moveCheckpoints(db, store);
    await forgetPositions(db);
    return 'moved';
  });
}

/** Projections and the user directory begin again; the other reactions continue. */
async function moveCheckpoints(db: Db, store: Pick<EventStore, 'head' | 'readStream'>): Promise<void> {
  const reactions = await positionsInCopy(db, store);
  await db.query(
    `update checkpoints set position = $1, version = case when tables = '{}' then version else 0 end`,
    [START],
  );
  await db.query(
    `update checkpoints c set position = r.position, copied_position = case when r.copied then r.position end
     from unnest($1::text[], $2::text[], $3::boolean[]) r (name, position, copied) where c.name = r.name`,
    [
      reactions.map(({ name }) => name),
      reactions.map(({ position }) => position),
      reactions.map(({ isCopied }) => isCopied),
    ],
  );
  await db.query('delete from dead_letters where name = $1', [userDirectory.name]);
  await db.query('/* every tenant: all moved with the store */ delete from user_directory');
}

/** Positions beside the checkpoints: those of stored secrets, answers and sessions. */
async function forgetPositions(db: Db): Promise<void> {
  await db.query('update passwords set position = $1', [START]);
  await db.query('/* every tenant: all moved with the store */ update secrets set position = $1', [START]);
  await db.query(
    `update repeats set answer = (select json_object_agg(key, value) from json_each(answer) where key <> 'position')
      where answer ->> 'position' is not null`,
  );
  // Until the user directory shows their last event, sessions read accounts from their streams.
  await db.query(
    '/* every tenant: all moved with the store */ update sessions set access_changed = true, position = null, signed_in = null',
  );
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
