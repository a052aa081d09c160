import type { Pool } from 'pg';
import { userDirectory } from '../../access/user-directory.ts';
import { HISTORY_STREAM } from '../history.ts';
import { type Position, type RecordedEvent, START } from '../port.ts';

type LastRead = { name: string; position: Position; last: RecordedEvent | null };

/** Whether the product on this database uses the store with this history id. */
export async function follows(database: Pool, id: string | undefined): Promise<boolean> {
  const { rows } = await database.query('select from followed_history where id = $1', [id]);
  return rows.length === 1;
}

/**
 * Finds the last event that each reaction has read, while the source is read in order, and records it in the product's
 * database: adoptHistory (adopt-history.ts) then finds the reaction's position in the target. The events after
 * that one are handled after the move.
 */
export async function openLastRead(database: Pool) {
  // The user directory is filled again from the beginning.
  const { rows } = await database.query<{ name: string; position: Position }>(
    `select name, position from checkpoints where tables = '{}' and name <> $1`,
    [userDirectory.name],
  );
  const reactions = rows.map((row): LastRead => ({ ...row, last: null }));
  return {
    /** The next events of the source. */
    read(events: readonly RecordedEvent[]) {
      for (const reaction of reactions) {
        const isRead = (event: RecordedEvent) =>
          event.position <= reaction.position && event.stream !== HISTORY_STREAM;
        reaction.last = events.findLast(isRead) ?? reaction.last;
      }
    },
    /** Call it when all events were read. A reaction that has read none begins at the start in every store. */
    async record() {
      await database.query(
        `update checkpoints c set copied_stream = r.stream, copied_revision = r.revision, copied_position = c.position,
           position = case when r.stream is null then $4 else c.position end
         from unnest($1::text[], $2::text[], $3::int[]) r (name, stream, revision) where c.name = r.name`,
        [
          reactions.map(({ name }) => name),
          reactions.map(({ last }) => last?.stream ?? null),
          reactions.map(({ last }) => last?.revision ?? null),
          START,
        ],
      );
    },
  };
}
