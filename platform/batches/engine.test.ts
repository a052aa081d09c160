import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { batches } from '@crm/events/batches/noun.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { accept } from '@crm/events/language/decider.ts';
import { batchStream } from '@crm/events/streams.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { execute } from '../commands/execute.ts';
import type { Noun } from '../commands/noun.ts';
import { openPostgresEventStore } from '../event-store/postgres/adapter.ts';
import { openLog } from '../log/log.ts';
import { ProcessDied } from '../processes/start.ts';
import { testDatabase } from '../test/database.ts';
import { runBatches } from './engine.ts';
import { type BatchContext, batchKind } from './kind.ts';
import { endOfBatch, readBatch, startBatch } from './start.ts';

const db = await testDatabase();
const store = openPostgresEventStore(db.url, null);
const pool = db.everyTenant;
const ground = { store, facts: { forget: () => {} } };
const tenant = TenantId.parse('11111111-1111-4111-8111-111111111111');
const user = UserId.parse('22222222-2222-4222-8222-222222222222');
afterAll(() => store.close());

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const Task = z.object({ items: z.int() });
type Cursor = { next: number };
/** What each item of each batch was done with, and how often. */
const did: string[] = [];
/** Items at which the work waits until it is let go on, or does something else. */
let at: (item: number, context: BatchContext<Cursor>) => Promise<void> = async () => {};

/** Goes through numbers; every third is skipped. */
const counting = batchKind<z.infer<typeof Task>, Cursor>({
  kind: 'counting',
  task: Task,
  async run({ items }, context) {
    const { from } = context;
    const counts = { ...(from?.counts ?? { successful: 0, skipped: 0, failed: 0 }) };
    for (let item = from?.cursor.next ?? 0; item < items; item++) {
      await at(item, context);
      const skipped = item % 3 === 2;
      did.push(`${context.id} ${item}`);
      if (skipped) counts.skipped++;
      else counts.successful++;
      const problems = skipped
        ? [{ n: item, outcome: 'skipped', item: `${item}`, message: 'third' } as const]
        : [];
      await context.step({ cursor: { next: item + 1 }, done: item + 1, counts, problems });
    }
    return { kind: 'done', result: { items } };
  },
});

const ODD = 'NUL \0, half \ud83d';
/** Says nothing but what it found in content. */
const quoting = batchKind<z.infer<typeof Task>, Record<string, string>>({
  kind: 'quoting',
  task: Task,
  async run(_, { step }) {
    const problem = { n: 0, outcome: 'failed' as const, item: ODD, message: ODD, data: { cells: [ODD] } };
    const counts = { successful: 0, skipped: 0, failed: 1 };
    await step({ cursor: { [ODD]: ODD }, done: 1, counts, problems: [problem] });
    return { kind: 'failed', message: ODD, result: { [ODD]: ODD } };
  },
});

/** Has a bug that one of its commands brings out. */
const buggy: Noun<null, { type: 'Rest' | 'Break' }, Record<never, never>, never> = {
  types: {},
  decider: {
    initialState: null,
    evolve: () => null,
    decide({ type }) {
      if (type === 'Break') throw new RangeError('a bug');
      return accept();
    },
  },
};

function engine() {
  const stop = new AbortController();
  const ended = runBatches({
    kinds: [counting, quoting],
    ground,
    pool,
    log: openLog('silent'),
    signal: stop.signal,
  });
  const end = async () => {
    stop.abort();
    await ended;
  };
  stops.push(end);
  return { end };
}

async function begin(items: number, kind = 'counting') {
  const id = randomUUID();
  const started = await startBatch(ground, {
    id,
    kind,
    title: `Count to ${items}`,
    total: items,
    task: { items },
    tenant,
    actor: { kind: 'user', id: user, name: 'Anita', role: 'admin' },
    origin: { ip: '203.0.113.7', userAgent: null },
    commandId: { id, keyed: false, requestHash: null },
  });
  expect(started).toMatchObject({ id });
  return id;
}

async function ask(id: string, type: 'CancelBatch' | 'PauseBatch' | 'ResumeBatch') {
  const done = await execute(ground, {
    noun: batches,
    stream: batchStream(id),
    tenant,
    command: { type },
    actor: { kind: 'user', id: user, name: 'Anita', role: 'admin' },
    origin: { ip: null, userAgent: null },
    commandId: { id: randomUUID(), keyed: false, requestHash: null },
    creates: false,
  });
  expect(done.kind).toBe('executed');
}

const doneOf = (id: string) =>
  did.filter((each) => each.startsWith(id)).map((each) => Number(each.split(' ')[1]));
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
const within = 10_000;

/** Holds the work at one item until it is let go on. */
function holdAt(item: number) {
  const reached = new AbortController();
  const released = new AbortController();
  at = async (now) => {
    if (now !== item) return;
    reached.abort();
    await aborted(released.signal);
  };
  return {
    reached: aborted(reached.signal),
    release: () => {
      at = async () => {};
      released.abort();
    },
  };
}

async function aborted(signal: AbortSignal) {
  if (!signal.aborted) await once(signal, 'abort');
}

test('work is done once, item by item, and what it came to is told', async () => {
  engine();
  const id = await begin(7);
  expect(await endOfBatch(store, id, within)).toMatchObject({
    outcome: 'done',
    done: 7,
    total: 7,
    counts: { successful: 5, skipped: 2, failed: 0 },
    result: { items: 7 },
  });
  expect(doneOf(id)).toEqual(upTo(7));
  const { rows } = await pool.query(
    'select n, outcome, message from batch_problems where batch = $1 order by n',
    [id],
  );
  expect(rows).toEqual([2, 5].map((n) => ({ n, outcome: 'skipped', message: 'third' })));
  expect(await readBatch(store, tenant, id)).toMatchObject({
    state: 'done',
    createdBy: { fullName: 'Anita' },
  });
  expect(await readBatch(store, randomUUID(), id)).toBeNull();
  expect((await pool.query('select from batch_runs where id = $1', [id])).rowCount).toBe(0);
});

test('what one process left another goes on with, from its last step', async () => {
  const first = engine();
  const hold = holdAt(4);
  const id = await begin(8);
  await hold.reached;
  const stopping = first.end();
  hold.release(); // item 4 is done, and the process ends before anybody is told of it
  await stopping;
  expect(await endOfBatch(store, id, 0)).toBeNull();
  engine();
  expect(await endOfBatch(store, id, within)).toMatchObject({
    outcome: 'done',
    done: 8,
    counts: { successful: 6, skipped: 2 },
  });
  expect(new Set(doneOf(id))).toEqual(new Set(upTo(8)));
});

test('a process that fell silent past its lease writes nothing any more', async () => {
  engine();
  const hold = holdAt(3);
  const id = await begin(6);
  await hold.reached;
  // As if 15 seconds had passed without a word from it.
  const lease = randomUUID();
  await pool.query(
    `update batch_runs set lease = $2, leased_until = now() + interval '1 minute' where id = $1`,
    [id, lease],
  );
  hold.release();
  await sleep(300);
  const { rows } = await pool.query('select done, lease from batch_runs where id = $1', [id]);
  expect(rows).toEqual([{ done: 3, lease }]);
  // The other one dies, too: its lease runs out.
  await pool.query(`update batch_runs set leased_until = now() - interval '1 second' where id = $1`, [id]);
  expect(await endOfBatch(store, id, within)).toMatchObject({
    done: 6,
    counts: { successful: 4, skipped: 2 },
  });
});

test('is paused, resumed, and cancelled in the middle', async () => {
  engine();
  const hold = holdAt(2);
  const id = await begin(9);
  await hold.reached;
  await ask(id, 'PauseBatch');
  await sleep(200);
  hold.release();
  await sleep(300);
  expect(doneOf(id)).toEqual(upTo(3));
  expect(await readBatch(store, tenant, id)).toMatchObject({ state: 'running', paused: true });
  const again = holdAt(5);
  await ask(id, 'ResumeBatch');
  await again.reached;
  await ask(id, 'CancelBatch');
  await sleep(200);
  again.release();
  expect(await endOfBatch(store, id, within)).toMatchObject({ outcome: 'cancelled', done: 6 });
  expect(doneOf(id)).toEqual(upTo(6));
});

test('one that waits is cancelled without being begun', async () => {
  const id = await begin(3);
  await ask(id, 'CancelBatch');
  engine();
  expect(await endOfBatch(store, id, within)).toMatchObject({ outcome: 'cancelled', done: 0 });
  expect(doneOf(id)).toEqual([]);
});

test('what an item holds never keeps the batch from counting, keeping and ending', async () => {
  engine();
  const id = await begin(1, 'quoting');
  const end = await endOfBatch(store, id, within);
  const told = 'NUL \ufffd, half \ufffd';
  expect(end).toMatchObject({ outcome: 'failed', message: told, result: { [told]: told } });
  const { rows } = await pool.query('select item, message, data from batch_problems where batch = $1', [id]);
  expect(rows).toEqual([{ item: told, message: told, data: { cells: [told] } }]);
});

test('an item that brings out a bug is a problem of its own', async () => {
  engine();
  const came: unknown[] = [];
  at = async (item, { perform }) => {
    const command = { type: item === 1 ? ('Break' as const) : ('Rest' as const) };
    came.push(await perform(buggy, { stream: `buggy-${randomUUID()}`, item: `${item}`, command }));
  };
  const id = await begin(3);
  expect(await endOfBatch(store, id, within)).toMatchObject({ outcome: 'done', done: 3 });
  at = async () => {};
  expect(came).toEqual([
    expect.objectContaining({ kind: 'executed' }),
    expect.objectContaining({ kind: 'refused', refusal: 'not-done' }),
    expect.objectContaining({ kind: 'executed' }),
  ]);
});

test('one that breaks every time is given up, and says what was done', async () => {
  engine();
  at = async (item, { id }) => {
    if (item === 1) throw new Error(`bug in ${id}`);
  };
  const id = await begin(3);
  const hurry = setInterval(() => void pool.query('update batch_runs set not_before = now()'), 50);
  const end = await endOfBatch(store, id, within);
  clearInterval(hurry);
  at = async () => {};
  expect(end).toMatchObject({
    outcome: 'failed',
    done: 1,
    message: 'An error occurred. What was done until then stands.',
  });
  expect(doneOf(id)).toEqual([0]);
});

test('one whose child process dies twice is failed with a clear message, though it came on in between', async () => {
  engine();
  const tried: number[] = [];
  at = async (item) => {
    if (item !== 1 && item !== 2) return;
    tried.push(item);
    // Dies at item 1, then at item 2.
    if (tried.length === 1 || item === 2) throw new ProcessDied('SIGABRT', 'JavaScript heap out of memory');
  };
  const id = await begin(4);
  const end = await endOfBatch(store, id, within);
  at = async () => {};
  expect(end).toMatchObject({
    outcome: 'failed',
    done: 2,
    message: expect.stringMatching(/ended twice .* want of memory. It is not tried again/),
  });
  expect(tried).toEqual([1, 1, 2]);
});

const crashesOf = async (id: string) => {
  const { rows } = await pool.query<{ crashes: number }>('select crashes from batch_runs where id = $1', [
    id,
  ]);
  return rows[0]?.crashes;
};
/** Waits for the work to reach this item, and keeps it there until it is stopped; gives how often it did. */
function stuckAt(stuck: number) {
  const starts: string[] = [];
  at = async (item, { signal }) => {
    if (item !== stuck) return;
    starts.push('start');
    await aborted(signal);
    signal.throwIfAborted();
  };
  return { reached: (times: number) => expect.poll(() => starts, { timeout: within }).toHaveLength(times) };
}

test('one in which the whole product dies twice is failed, and not begun a third time', async () => {
  const stuck = stuckAt(0);
  engine();
  const id = await begin(3);
  for (const start of [1, 2]) {
    await stuck.reached(start);
    expect(await crashesOf(id)).toBe(start);
    // As a product that died leaves it: nobody renews the lease.
    await pool.query(`update batch_runs set leased_until = now() - interval '1 second' where id = $1`, [id]);
  }
  expect(await endOfBatch(store, id, within)).toMatchObject({
    outcome: 'failed',
    done: 0,
    message: expect.stringMatching(/ended twice/),
  });
  await stuck.reached(2);
  at = async () => {};
});

test('neither shutdowns nor deaths after a step count as crashes of a batch', async () => {
  const id = await begin(5);
  const stuck = stuckAt(0);
  for (const start of [1, 2, 3]) {
    const running = engine();
    await stuck.reached(start);
    expect(await crashesOf(id), `start ${start}`).toBe(1);
    await running.end();
    expect(await crashesOf(id), `start ${start}`).toBe(0);
  }
  const hold = holdAt(3);
  engine();
  await hold.reached;
  expect(await crashesOf(id)).toBe(0);
  hold.release();
  expect(await endOfBatch(store, id, within)).toMatchObject({ outcome: 'done', done: 5 });
});
