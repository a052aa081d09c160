import type { Db } from '../../postgres/transaction.ts';

/** Names that a refusal lists. */
const MOST_NAMED = 20;

export type Conflicts =
  | { kind: 'none' }
  /** The organisation, or one of its streams, is in this store already, or is being imported. */
  | { kind: 'exists' }
  /** Reserved by streams of this store. */
  | { kind: 'taken'; names: string[] };

/**
 * Finds streams and names of a staged import that this store has already. Index unique (stream, revision), and primary
 * keys. Its time grows with the number of streams.
 */
export async function conflictsOf(db: Db, id: string): Promise<Conflicts> {
  // Names first: if another import of this organisation begins meanwhile, its streams are found below.
  const taken = await takenNames(db, id);
  const { rows: present } = await db.query(
    `select from event_store.import_streams s
      where s.import = $1 and (
        exists (select from event_store.events e where e.stream = s.stream)
        or exists (select from event_store.import_streams o join event_store.imports m on m.id = o.import
                    where o.stream = s.stream and o.import <> $1 and m.state in ('writing', 'written')))
      limit 1`,
    [id],
  );
  if (present.length > 0) return { kind: 'exists' };
  const { rowCount: keys } = await db.query(
    `select from event_store.import_keys k join event_store.personal_keys p on p.subject = k.subject
      where k.import = $1
      limit 1`,
    [id],
  );
  return keys === 0 ? taken : { kind: 'exists' };
}

/**
 * Finds what became a conflict after conflictsOf, by the events after its head: few, while no append waits for long.
 * @param others the imports that conflictsOf compared
 */
export async function laterConflictsOf(
  db: Db,
  id: string,
  { head, others }: { head: string; others: readonly string[] },
): Promise<Conflicts> {
  const { rows: present } = await db.query(
    `select from event_store.events e join event_store.import_streams s on s.stream = e.stream and s.import = $1
      where e.position > $2
      limit 1`,
    [id, head],
  );
  if (present.length > 0) return { kind: 'exists' };
  const newer = (await importsBegun(db, id)).filter((other) => !others.includes(other));
  if (newer.length > 0) {
    // Reads all staged streams, and only if another import began in this moment.
    const { rows: shared } = await db.query(
      `select from event_store.import_streams o join event_store.import_streams s on s.stream = o.stream and s.import = $1
        where o.import = any($2)
        limit 1`,
      [id, newer],
    );
    if (shared.length > 0) return { kind: 'exists' };
  }
  return takenNames(db, id);
}

/** The other imports whose events are being written. The table has a row per import. */
export async function importsBegun(db: Db, id: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from event_store.imports where id <> $1 and state in ('writing', 'written')`,
    [id],
  );
  return rows.map((row) => row.id);
}

async function takenNames(db: Db, id: string): Promise<Conflicts> {
  const { rows } = await db.query<{ name: string }>(
    `select n.name from event_store.import_names n join event_store.reservations r on r.name = n.name
      where n.import = $1 order by n.name limit $2`,
    [id, MOST_NAMED],
  );
  return rows.length > 0 ? { kind: 'taken', names: rows.map(({ name }) => name) } : { kind: 'none' };
}
