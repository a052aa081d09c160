import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { RecordedEvent } from '../../event-store/port.ts';
import { positionOf } from '../../event-store/postgres/position.ts';
import { testDatabase } from '../../test/database.ts';
import { claim, register } from '../checkpoint.ts';
import { retryRequested } from './retry.ts';

const db = await testDatabase();
const MANY = 120;

beforeEach(async () => {
  await db.pool.query('truncate checkpoints, dead_letters');
});

/** A consumer with a sequence of dead letters; a retry of all but the last one is requested. */
async function longSequence() {
  const name = `consumer-${randomUUID()}`;
  await register(db.pool, name, 1, positionOf(MANY));
  const checkpoint = await claim(db.pool, name, 1);
  if (!checkpoint) throw new Error('it was registered');
  const ids = Array.from({ length: MANY }, () => randomUUID());
  await db.pool.query(
    `insert into dead_letters (name, generation, position, event_id, type, stream, revision, sequence, retry_requested)
     select $1, 1, lpad(n::text, 19, '0'), id, 'Moved', 'lead-1', n - 1, 'lead-1', n < $3
       from unnest($2::uuid[]) with ordinality as l (id, n)`,
    [name, ids, MANY],
  );
  const store = {
    // The cast: only the id of an event matters here.
    readStream: async (_: string, { from = 0 } = {}) => [{ id: ids[from] } as RecordedEvent],
  };
  const applied: string[] = [];
  const retry = async (signal: AbortSignal, eachTime: () => void = () => {}) => {
    const client = await db.pool.connect();
    const apply = async (events: readonly RecordedEvent[]) => {
      applied.push(...events.map(({ id }) => id));
      eachTime();
    };
    await retryRequested({ client, checkpoint, apply }, store, signal).finally(() => client.release());
  };
  return { ids, applied, retry };
}

test('a retry ends soon after a stop, and the next one applies the rest, each letter once and in order', async () => {
  const { ids, applied, retry } = await longSequence();
  // Neither retry ends by its time limit.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const stop = new AbortController();
  await retry(stop.signal, () => stop.abort());
  expect(applied.length).toBeGreaterThan(0);
  expect(applied.length).toBeLessThan(MANY);
  await retry(new AbortController().signal);
  expect(applied).toEqual(ids);
});

test('a long retry lets the consumer read new events in between', async () => {
  const { ids, applied, retry } = await longSequence();
  const began = performance.now();
  const clock = vi.spyOn(performance, 'now');
  let retries = 0;
  for (; applied.length < MANY; retries += 1) {
    clock.mockReturnValue(began);
    await retry(new AbortController().signal, () => clock.mockReturnValue(began + 60_000));
  }
  expect(retries).toBeGreaterThan(1);
  expect(applied).toEqual(ids);
});
