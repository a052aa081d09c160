import type { Position } from '../event-store/port.ts';
import type { Db } from '../postgres/transaction.ts';

/**
 * Batches with equal tokens were applied to the same generation by the same leader, and by no other in between: what one
 * of them left in memory is still true for the next.
 */
export type LeadershipToken = { generation: number; epoch: number };

/** How far one generation of a projection or reaction has come, as its leader of one epoch knows it. */
export type Checkpoint = LeadershipToken & { name: string; position: Position };

/** Leadership or the live generation changed: the batch was rolled back. */
export class LeadershipLost extends Error {
  override name = 'LeadershipLost';
  constructor({ name, generation, epoch }: Checkpoint) {
    super(`${name} (generation ${generation}, epoch ${epoch}) is led by another`);
  }
}

/**
 * Makes the caller the leader: every batch of an earlier one fails from now on. Null while no generation of this
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

/** Moves a checkpoint on, by compare-and-set; holds its row until the transaction ends. Throws LeadershipLost. */
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

/** Enters a reaction at a position, unless it has a checkpoint already. (Projections are entered by their generations.) */
export async function register(client: Db, name: string, version: number, at: Position) {
  await client.query(
    `insert into checkpoints (name, generation, state, version, position) values ($1, 1, 'live', $2, $3)
     on conflict do nothing`,
    [name, version, at],
  );
}
