import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Checkpoint } from '@crm/platform/runner/checkpoint.ts';

/** An event that is missing in a generation. */
type LeftOut = {
  position: string;
  type: string;
  stream: string;
  tenant: string | null;
  /** Null when the event is held behind an earlier, failed one. */
  error: string | null;
};

/** The dead letters of a new generation that the live one does not have. */
export type Added = { count: number; first: LeftOut[] };

/** Limit of dead letters that are listed one by one; `npm run dead-letters` lists all. */
const NAMED = 20;

/** Reads the dead letters that a generation has and the live one does not; failed events first. */
export async function addedDeadLetters(
  db: Db,
  { name, generation }: Checkpoint,
  live: Checkpoint | null,
): Promise<Added> {
  const { rows } = await db.query<LeftOut & { count: number }>(
    `select position, type, stream, tenant, error, (count(*) over ())::int as count
     from dead_letters n
     where name = $1 and generation = $2 and not exists (
       select from dead_letters l where l.name = $1 and l.generation = $3 and l.position = n.position
     )
     order by error is null, number limit $4`,
    [name, generation, live?.generation ?? 0, NAMED],
  );
  return { count: rows[0]?.count ?? 0, first: rows.map(({ count: _, ...letter }) => letter) };
}
