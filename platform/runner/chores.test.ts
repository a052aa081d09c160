import { expect, test } from 'vitest';
import { START } from '../event-store/port.ts';
import { positionOf } from '../event-store/postgres/position.ts';
import { testDatabase } from '../test/database.ts';
import { type Checkpoint, claim, LeadershipLost, register } from './checkpoint.ts';
import { choresOf } from './chores.ts';

const db = await testDatabase();
const chores = choresOf(db.pool);
const [three, five] = [positionOf(3), positionOf(5)];

async function led(name: string): Promise<Checkpoint> {
  await register(db.pool, name, 1, START);
  const checkpoint = await claim(db.pool, name, 1);
  if (!checkpoint) throw new Error(`${name} has no live checkpoint`);
  return checkpoint;
}

async function positionIn(name: string) {
  const { rows } = await db.pool.query('select position from checkpoints where name = $1', [name]);
  return rows[0]?.position;
}

test('saves the positions of several consumers, and tells only the one that lost its leadership', async () => {
  const [first, second, moved] = [await led('first'), await led('second'), await led('moved')];
  const newer = await claim(db.pool, 'second', 1);
  if (!newer) throw new Error('second has no live checkpoint');
  await db.pool.query('update checkpoints set position = $1 where name = $2', [five, 'moved']);

  const saves = await Promise.allSettled([
    chores.save(first, three),
    chores.save(second, three),
    chores.save(newer, five),
    chores.save(moved, three),
  ]);

  expect(saves).toEqual([
    { status: 'fulfilled', value: { ...first, position: three } },
    { status: 'rejected', reason: new LeadershipLost(second) },
    { status: 'fulfilled', value: { ...newer, position: five } },
    { status: 'rejected', reason: new LeadershipLost(moved) },
  ]);
  expect(await positionIn('first')).toBe(three);
  expect(await positionIn('second')).toBe(five);
  expect(await positionIn('moved')).toBe(five);
});

test('finds the requested retries of each consumer', async () => {
  const [calm, broken, retired] = [await led('calm'), await led('broken'), await led('retired')];
  await db.pool.query(
    `insert into dead_letters (name, generation, position, event_id, type, stream, sequence, error, retry_requested)
     values ('broken', 1, $1, gen_random_uuid(), 'Sample', 'sample-1', 'sample-1', 'cannot be', true)`,
    [three],
  );
  await db.pool.query(`update checkpoints set state = 'retired' where name = 'retired'`);

  const looks = await Promise.allSettled([calm, broken, retired].map(chores.retryIsRequested));

  expect(looks).toEqual([
    { status: 'fulfilled', value: false },
    { status: 'fulfilled', value: true },
    { status: 'rejected', reason: new LeadershipLost(retired) },
  ]);
});
