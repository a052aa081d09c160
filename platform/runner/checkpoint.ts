import type { Position } from '../event-store/port.ts';
import type { Db } from '../postgres/transaction.ts';

/** How far one generation of a projection or reaction has come, as its leader of one epoch knows it. */
export type Checkpoint = { name: string; generation: number; epoch: number; position: Position };

/** Somebody else leads by now, or another generation went live: nothing of this batch was written. */
export class LeadershipLost extends Error {
  override name = 'Deposed';
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

/** Moves a checkpoint on, by compare-and-set; holds its row until the transaction ends. Throws Deposed. */
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

/** Enters a reaction at a position, unless it stands there already. (Generations enter projections.) */
export async function register(client: Db, name: string, version: number, at: Position) {
  await client.query(
    `insert into checkpoints (name, generation, state, version, position) values ($1, 1, 'live', $2, $3)
     on conflict do nothing`,
    [name, version, at],
  );
}
