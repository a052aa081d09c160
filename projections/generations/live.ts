import type { Position } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Checkpoint } from '@crm/platform/runner/checkpoint.ts';
import type { AnyProjection } from '../projection.ts';
import { definitionsOf, shapeOf } from './tables.ts';

/** One generation of a projection's tables, from its checkpoint row. */
export type Generation = Checkpoint & {
  /** 'waiting': filled, with dead letters that the live one does not have; a person decides. */
  state: 'building' | 'waiting' | 'live' | 'retired';
  version: number;
  tables: string[];
  shape: string;
};

const columns = 'name, generation, epoch, position, state, version, tables, shape';

/** All generations of a projection in the database. */
export async function allGenerations(db: Db, name: string): Promise<Generation[]> {
  const { rows } = await db.query<Generation>(
    `select ${columns} from checkpoints where name = $1 order by generation`,
    [name],
  );
  return rows;
}

/** The generation that queries read; null before the first one. */
export async function liveGeneration(db: Db, name: string): Promise<Generation | null> {
  return (await allGenerations(db, name)).find(({ state }) => state === 'live') ?? null;
}

/** The same, locked until the caller's transaction ends: its leader cannot apply events meanwhile. */
export async function holdLive(db: Db, name: string): Promise<Generation | null> {
  const { rows } = await db.query<Generation>(
    `select ${columns} from checkpoints where name = $1 and state = 'live' for update`,
    [name],
  );
  return rows[0] ?? null;
}

/** Inserts the checkpoint of a generation that is being built, at a position. */
export async function enterBuilding(
  db: Db,
  projection: AnyProjection,
  generation: number,
  position: Position,
): Promise<Checkpoint> {
  await db.query(
    `insert into checkpoints (name, generation, state, version, position, tables, shape)
     values ($1, $2, 'building', $3, $4, $5, $6)`,
    [
      projection.name,
      generation,
      projection.version,
      position,
      definitionsOf(projection).map(({ name }) => name),
      shapeOf(projection),
    ],
  );
  return { name: projection.name, generation, epoch: 0, position };
}

/** Keeps a filled generation until a person accepts it. */
export async function keepWaiting(db: Db, { name, generation }: Checkpoint) {
  await db.query(`update checkpoints set state = 'waiting' where name = $1 and generation = $2`, [
    name,
    generation,
  ]);
}

/** Makes a built generation the live one. Raises the epoch of the previous one, so that its leader's batches fail. */
export async function makeLive(db: Db, { name, generation }: Checkpoint) {
  await db.query(
    `update checkpoints set state = 'retired', epoch = epoch + 1 where name = $1 and state = 'live'`,
    [name],
  );
  await db.query(`update checkpoints set state = 'live' where name = $1 and generation = $2`, [
    name,
    generation,
  ]);
}

/** Deletes the checkpoint and the dead letters of a generation. */
export async function forget(db: Db, { name, generation }: Checkpoint) {
  await db.query('delete from dead_letters where name = $1 and generation = $2', [name, generation]);
  await db.query('delete from checkpoints where name = $1 and generation = $2', [name, generation]);
}
