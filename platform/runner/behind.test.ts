import { expect, test } from 'vitest';
import { sampleAppend, sampleStream } from '../event-store/contract/samples.ts';
import { START } from '../event-store/port.ts';
import { testDatabase } from '../test/database.ts';
import { testStore } from '../test/test-store.ts';
import { isAnyBehind } from './behind.ts';
import { register } from './checkpoint.ts';

const { pool, url } = await testDatabase();
const store = testStore(url);

test('a read model or rebuild of this version is behind until it has applied the last event', async () => {
  await store.append(sampleAppend(sampleStream(), 'none'));
  const head = await store.head();
  await register(pool, 'a removed consumer', 1, START);
  await register(pool, 'leads', 1, head);
  expect(await isAnyBehind(pool, head)).toBe(false);
  await pool.query(
    `insert into checkpoints (name, generation, state, version, position) values ('leads', 2, 'building', 1, '')`,
  );
  expect(await isAnyBehind(pool, head)).toBe(true);
  await pool.query(`update checkpoints set state = 'waiting' where generation = 2`);
  expect(await isAnyBehind(pool, head)).toBe(false);
  await pool.query(`update checkpoints set position = '' where name = 'leads' and state = 'live'`);
  expect(await isAnyBehind(pool, head)).toBe(true);
});
