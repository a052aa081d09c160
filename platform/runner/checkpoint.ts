import { escapeLiteral, type QueryResult } from 'pg';
import type { Position } from '../event-store/port.ts';
import type { Db } from '../postgres/transaction.ts';

/**
 * Batches with equal tokens were applied to the same generation by the same leader, without another leader between
 * them. So data that one of them kept in memory is still valid for the next.
 */
export type LeadershipToken = { generation: number; epoch: number };

/** The position of one generation of a projection or reaction, held by its leader of one epoch. */
export type Checkpoint = LeadershipToken & { name: string; position: Position };

/** Leadership or the live generation changed: the batch was rolled back. */
export class LeadershipLost extends Error {
  override name = 'LeadershipLost';
  constructor({ name, generation, epoch }: Checkpoint) {
    super(`${name} (generation ${generation}, epoch ${epoch}) is led by another`);
  }
}

/**
 * Makes the caller the leader: every later batch of an earlier leader fails. Returns null when no generation of this
 * version is live.
 */
export async function claim(client: Db, name: string, version: number): Promise<Checkpoint | null> {
  const { rows } = await client.query<Checkpoint>(
    `update checkpoints set epoch = epoch + 1 where name = $1 and state = 'live' and version = $2
     returning name, generation, epoch, position`,
    [name, version],
  );
  return rows[0] ?? null;
}

/** The position up to which the tables of a read model show the events; null while it is being built. */
export async function positionOf(db: Db, name: string): Promise<Position | null> {
  const { rows } = await db.query<{ position: Position }>(
    `select position from checkpoints where name = $1 and state = 'live'`,
    [name],
  );
  return rows[0]?.position ?? null;
}

/** Advances a checkpoint by compare-and-set, and locks its row until the transaction ends. Throws LeadershipLost. */
export async function move(client: Db, from: Checkpoint, to: Position): Promise<Checkpoint> {
  const moved = await client.query({
    name: 'move checkpoint',
    text: `update checkpoints set position = $5
           where name = $1 and generation = $2 and epoch = $3 and position = $4`,
    values: [from.name, from.generation, from.epoch, from.position, to],
  });
  if (moved.rowCount !== 1) throw new LeadershipLost(from);
  return { ...from, position: to };
}

/**
 * Begins a transaction and advances a checkpoint in it. One message, not two, which Postgres carries out as a whole: nothing
 * can be written outside of the transaction. Throws LeadershipLost inside of it.
 */
export async function beginMoving(client: Db, from: Checkpoint, to: Position): Promise<Checkpoint> {
  const results: unknown = await client.query(
    `begin; update checkpoints set position = ${escapeLiteral(to)}
             where name = ${escapeLiteral(from.name)} and generation = ${from.generation}
               and epoch = ${from.epoch} and position = ${escapeLiteral(from.position)}`,
  );
  // pg returns one result for each statement of a text, which its types do not say.
  const [, moved] = results as readonly QueryResult[];
  if (moved?.rowCount !== 1) throw new LeadershipLost(from);
  return { ...from, position: to };
}

/** Inserts the checkpoint of a reaction unless it exists. (The code of generations inserts those of projections.) */
export async function register(client: Db, name: string, version: number, at: Position) {
  await client.query(
    `insert into checkpoints (name, generation, state, version, position) values ($1, 1, 'live', $2, $3)
     on conflict do nothing`,
    [name, version, at],
  );
}
