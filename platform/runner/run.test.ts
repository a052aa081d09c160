import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import type { EventStore, NewEvent, Position, RecordedEvent } from '../event-store/port.ts';
import { START, StoreUnavailable } from '../event-store/port.ts';
import { openLog } from '../log/log.ts';
import type { Db } from '../postgres/transaction.ts';
import { testDatabase } from '../test/database.ts';
import { STATE_MS } from '../test/patience.ts';
import { runInTest } from '../test/run-in-test.ts';
import { testStore } from '../test/test-store.ts';
import { register } from './checkpoint.ts';
import type { Consumer } from './consumer.ts';
import { type Leadership, openLeadership } from './leadership.ts';
import { createProgress } from './progress.ts';
import { run } from './run.ts';

const db = await testDatabase();
const store = testStore(db.url);
const log = openLog('silent');
await db.pool.query('create table seen (name text, n integer, by text, primary key (name, n))');

let name = '';
beforeEach(async () => {
  name = `sample-${randomUUID()}`;
  await register(db.pool, name, 1, await store.head());
});

type Seen = { n: number; by: string };
const numberOf = ({ data }: RecordedEvent) => (data as { n: number }).n; // an edge: the events of this file

/** Writes each event's number once; a second write violates the primary key. */
async function write(by: string, events: readonly RecordedEvent[], tx: Db) {
  for (const event of events) {
    await tx.query('insert into seen (name, n, by) values ($1, $2, $3)', [name, numberOf(event), by]);
  }
  return events.map(numberOf);
}

/** Runs one consumer; by default with its own leadership, like a separate process. */
function start(
  by: string,
  more: Partial<Consumer<number[]>> = {},
  leadership: Leadership = openLeadership(db.url, log),
  followed: Pick<EventStore, 'follow'> = store,
) {
  const progress = createProgress(db.pool);
  const consumer: Consumer<number[]> = {
    name,
    version: 1,
    events: ['Sample'],
    apply: (events, tx) => write(by, events, tx),
    ...more,
  };
  const end = runInTest((signal) =>
    run(consumer, { pool: db.pool, leadership, store: { ...store, ...followed }, progress, log, signal }),
  );
  return { waitFor: progress.waitFor, end };
}

const tenant = TenantId.parse('11111111-1111-4111-8111-111111111111');

const append = (...numbers: number[]) => appendWith({}, numbers);

/** Appends sample events with these numbers to a new stream; returns the position of the last. */
async function appendWith(more: { imported?: string }, numbers: readonly number[]): Promise<Position> {
  const meta = testMeta(tenant, more);
  const events = numbers.map(
    (n): NewEvent => ({ id: randomUUID(), type: 'Sample', version: 1, data: { n }, meta }),
  );
  const outcome = await store.append({ stream: `sample-${meta.commandId}`, expected: 'none', events });
  if (outcome.kind !== 'appended') throw new Error(outcome.kind);
  return outcome.position;
}

async function seen(): Promise<Seen[]> {
  const { rows } = await db.pool.query<Seen>('select n, by from seen where name = $1 order by n', [name]);
  return rows;
}

const within = { timeoutMs: STATE_MS };
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

test('of two instances one leads, and the other takes over when the first ends', async () => {
  const first = start('first');
  expect(await first.waitFor([name], await append(0), within)).toBe('fresh');
  const second = start('second');
  expect(await second.waitFor([name], await append(1), within)).toBe('fresh');
  await first.end();
  expect(await second.waitFor([name], await append(2), within)).toBe('fresh');
  expect(await seen()).toEqual([
    { n: 0, by: 'first' },
    { n: 1, by: 'first' },
    { n: 2, by: 'second' },
  ]);
});

test('events that arrive within the pace of a consumer share a batch', async () => {
  const everyMs = 1_000;
  const batches: { at: number; events: number }[] = [];
  const { waitFor } = start('first', {
    everyMs,
    apply: async (events, tx) => {
      batches.push({ at: performance.now(), events: events.length });
      return write('first', events, tx);
    },
  });
  const beganAt = performance.now();
  expect(await waitFor([name], await append(0), within)).toBe('fresh');
  for (const n of [1, 2, 3]) await append(n);
  expect(await waitFor([name], await append(4), within)).toBe('fresh');
  const [first, second] = batches;
  expect(first?.events).toBe(1);
  // Not since the first `apply`, which a busy machine may reach late. A timer of Node may come a millisecond early.
  expect((second?.at ?? 0) - beganAt).toBeGreaterThan(everyMs - 2);
  expect((await seen()).map(({ n }) => n)).toEqual(upTo(5));
});

test('a transaction has no more events than its consumer allows, and each of them moves the checkpoint', async () => {
  const last = await append(...upTo(10));
  const batches: { events: number[]; position: Position }[] = [];
  let most = 4;
  const { waitFor } = start('first', {
    mostAtOnce: () => most,
    committed: (events, position) => {
      batches.push({ events, position });
      most = 1;
    },
  });
  expect(await waitFor([name], last, within)).toBe('fresh');
  expect(batches.map(({ events }) => events)).toEqual([[0, 1, 2, 3], [4], [5], [6], [7], [8], [9]]);
  expect(batches.at(-1)?.position).toBe(last);
  const { rows } = await db.pool.query<{ writers: number }>(
    'select count(distinct xmin::text)::int as writers from seen where name = $1',
    [name],
  );
  expect(rows).toEqual([{ writers: 7 }]);
});

test('a consumer that acts skips the events of an import, and one that reads applies them', async () => {
  const past = () => appendWith({ imported: randomUUID() }, [0]);
  const acting = start('acting', { skipsImported: ['Sample'] });
  await past();
  expect(await acting.waitFor([name], await append(1), within)).toBe('fresh');
  expect(await seen()).toEqual([{ n: 1, by: 'acting' }]);
  await acting.end();
  const reading = start('reading', { skipsImported: ['Other'] });
  expect(await reading.waitFor([name], await past(), within)).toBe('fresh');
  expect(await seen()).toEqual([
    { n: 0, by: 'reading' },
    { n: 1, by: 'acting' },
  ]);
});

test('a leader that loses leadership leads again from the current checkpoint', async () => {
  let takenOver: Promise<unknown> | null = null;
  const { waitFor } = start('leader', {
    apply: async (events, tx) => {
      // Another leader claims the checkpoint: its update waits for this batch's row lock, before the next batch.
      takenOver ??= db.pool.query(
        `update checkpoints set epoch = epoch + 1 where name = $1 and state = 'live'`,
        [name],
      );
      return write('leader', events, tx);
    },
  });
  await waitFor([name], await append(0), within);
  await takenOver;
  expect(await waitFor([name], await append(1, 2), within)).toBe('fresh');
  expect((await seen()).map(({ n }) => n)).toEqual([0, 1, 2]);
  const { rows } = await db.pool.query('select epoch from checkpoints where name = $1', [name]);
  expect(rows).toEqual([{ epoch: 3 }]); // claimed, taken, claimed again
});

test('poisoned events become dead letters; the other events of their batch are applied', async () => {
  const poison = [3, 4, 17];
  const committed: number[] = [];
  for (const n of upTo(19)) await append(n); // a stream each
  const last = await append(19);
  const { waitFor } = start('leader', {
    apply: async (events, tx) => {
      for (const event of events) {
        if (numberOf(event) === 4) await tx.query(`select 'four'::integer`); // what Postgres refuses
        if (poison.includes(numberOf(event))) throw new TypeError('cannot be');
      }
      return write('leader', events, tx);
    },
    committed: (numbers) => committed.push(...numbers),
  });
  expect(await waitFor([name], last, within)).toBe('fresh');
  const good = upTo(20).filter((n) => !poison.includes(n));
  expect((await seen()).map(({ n }) => n)).toEqual(good);
  expect(committed).toEqual(good);
  const { rows } = await db.pool.query(
    'select type, error from dead_letters where name = $1 order by position',
    [name],
  );
  expect(rows).toEqual([
    { type: 'Sample', error: 'TypeError: cannot be' },
    { type: 'Sample', error: expect.stringContaining('invalid input syntax for type integer') },
    { type: 'Sample', error: 'TypeError: cannot be' },
  ]);
  expect(await waitFor([name], await append(20), within)).toBe('fresh');
});

test('later events of a stream with a dead letter are held behind it in order; other streams continue', async () => {
  const broken = await append(0, 1, 2, 3);
  const other = await append(10, 11);
  const { waitFor } = start('leader', {
    apply: async (events, tx) => {
      if (events.some((event) => numberOf(event) === 1)) throw new TypeError('cannot be');
      return write('leader', events, tx);
    },
  });
  expect(await waitFor([name], other, within)).toBe('fresh');
  expect((await seen()).map(({ n }) => n)).toEqual([0, 10, 11]);
  const { rows } = await db.pool.query(
    'select position, error from dead_letters where name = $1 order by position',
    [name],
  );
  expect(rows.map(({ error }) => error)).toEqual(['TypeError: cannot be', null, null]);
  expect(rows.at(-1)?.position).toBe(broken);
});

test('an event that fails once or twice is not poisoned', async () => {
  let failures = 0;
  const { waitFor } = start('leader', {
    apply: async (events, tx) => {
      if (failures++ < 2) throw new Error('not now');
      return write('leader', events, tx);
    },
  });
  expect(await waitFor([name], await append(...upTo(5)), within)).toBe('fresh');
  expect(await seen()).toHaveLength(5);
  expect((await db.pool.query('select from dead_letters where name = $1', [name])).rowCount).toBe(0);
});

test('waits until an outage ends: cut connections, a missing table, an unreachable store', async () => {
  let trouble = 0;
  const { waitFor } = start('leader', {
    apply: async (events, tx) => {
      trouble += 1;
      if (trouble === 1) await tx.query('select pg_terminate_backend(pg_backend_pid())');
      if (trouble === 2) await tx.query('select from a_table_that_is_not_there');
      if (trouble === 3) throw new StoreUnavailable('away');
      return write('leader', events, tx);
    },
  });
  expect(await waitFor([name], await append(...upTo(5)), within)).toBe('fresh');
  expect(trouble).toBe(4);
  expect(await seen()).toHaveLength(5);
  expect((await db.pool.query('select from dead_letters where name = $1', [name])).rowCount).toBe(0);
});

test('a failed batch ends its subscription to the store', async () => {
  let open = 0;
  let failures = 0;
  const { waitFor } = start(
    'first',
    {
      apply: async (events, tx) => {
        failures += 1;
        if (failures <= 3) throw new StoreUnavailable('gone for a moment');
        return write('first', events, tx);
      },
    },
    openLeadership(db.url, log),
    {
      async *follow(options) {
        open += 1;
        try {
          yield* store.follow(options);
        } finally {
          open -= 1;
        }
      },
    },
  );
  expect(await waitFor([name], await append(0), within)).toBe('fresh');
  expect(failures).toBe(4);
  expect(open).toBe(1);
});

test('skips events of other types without a transaction for each', async () => {
  const apply = vi.fn(async () => []);
  const { waitFor } = start('leader', { events: ['Unheard'], apply });
  const saved = async () => {
    const { rows } = await db.pool.query('select position from checkpoints where name = $1', [name]);
    return rows[0]?.position;
  };
  const positions: Position[] = [];
  for (const n of upTo(20)) positions.push(await append(n));
  const last = positions.at(-1) ?? START;
  expect(await waitFor([name], last, within)).toBe('fresh');
  await vi.waitFor(async () => expect(await saved()).toBe(last));
  expect(apply).not.toHaveBeenCalled();
});

test('a stop saves the position', async () => {
  const first = start('first');
  const position = await append(...upTo(3));
  await first.waitFor([name], position, within);
  await first.end();
  const { rows } = await db.pool.query('select position from checkpoints where name = $1', [name]);
  expect(rows).toEqual([{ position }]);
  const second = start('second');
  expect(await second.waitFor([name], await append(3), within)).toBe('fresh');
  expect((await seen()).map(({ by }) => by)).toEqual(['first', 'first', 'first', 'second']);
});

test('a lost leadership connection ends the leadership of all consumers of the process; each claims a new epoch', async () => {
  const names = ['a', 'b', 'c'].map((each) => `${name}-${each}`);
  for (const each of names) await register(db.pool, each, 1, await store.head());
  const leadership = openLeadership(db.url, log);
  const led: string[] = [];
  for (const each of names) start('first', { name: each, leading: () => void led.push(each) }, leadership);
  await expect.poll(() => [...led].sort()).toEqual(names);

  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'crm leadership'`,
  );
  await expect.poll(() => [...led].sort()).toEqual([...names, ...names].sort());
  const { rows } = await db.pool.query('select distinct epoch from checkpoints where name = any($1)', [
    names,
  ]);
  expect(rows).toEqual([{ epoch: 2 }]);
});

test('a consumer whose version is not live gives up its lock and does not block other consumers of its process', async () => {
  const other = `${name}-other`;
  await register(db.pool, other, 1, await store.head());
  const leadership = openLeadership(db.url, log);
  start('first', { version: 2 }, leadership);
  const { waitFor } = start('first', { name: other }, leadership);
  expect(await waitFor([other], await append(0), within)).toBe('fresh');
  const older = start('second');
  expect(await older.waitFor([name], await append(1), within)).toBe('fresh');
});
