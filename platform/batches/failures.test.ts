import { randomUUID } from 'node:crypto';
import { accept } from '@crm/events/language/decider.ts';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Aggregate } from '../commands/aggregate.ts';
import { ProcessDied } from '../processes/start.ts';
import { aborted, openCounting, within } from '../test/counting-batches.ts';
import { batchKind } from './kind.ts';
import { endOfBatch } from './start.ts';

const ODD = 'NUL \0, half \ud83d';
/** A kind whose step and result contain text that Postgres cannot store. */
const quoting = batchKind<unknown, Record<string, string>>({
  kind: 'quoting',
  task: z.unknown(),
  async run(_, { step }) {
    const problem = { n: 0, outcome: 'failed' as const, item: ODD, message: ODD, data: { cells: [ODD] } };
    const counts = { successful: 0, skipped: 0, failed: 1 };
    await step({ cursor: { [ODD]: ODD }, done: 1, counts, problems: [problem] });
    return { kind: 'failed', message: ODD, result: { [ODD]: ODD } };
  },
});

/** An aggregate with a bug in one of its commands. */
const buggy: Aggregate<null, { type: 'Rest' | 'Break' }, Record<never, never>, never> = {
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

/** What happens to a batch of kind 'starts over' behind its first step. */
let behindStep: (signal: AbortSignal) => Promise<void> = async () => {};
/** A kind that starts over after an interruption. */
const startsOver = batchKind<unknown, null>({
  kind: 'starts over',
  task: z.unknown(),
  async run(_, { step, signal }) {
    await step({ cursor: null, done: 1, counts: { successful: 1, skipped: 0, failed: 0 } });
    await behindStep(signal);
    return { kind: 'done' };
  },
});

const { store, pool, work, engine, begin, doneOf, holdAt, endWithoutPauses } = await openCounting([
  quoting,
  startsOver,
]);

afterEach(() => {
  behindStep = async () => {};
});

test('gives up a batch that starts over and fails every time behind its first step', async () => {
  behindStep = async () => {
    throw new Error('a bug');
  };
  engine();
  const id = await begin(3, 'starts over');
  const end = await endWithoutPauses(id);
  expect(end).toMatchObject({ outcome: 'failed' });
});

test('saves steps, problems and the end of a batch with text that Postgres cannot store', async () => {
  engine();
  const id = await begin(1, 'quoting');
  const end = await endOfBatch(store, id, within);
  const cleaned = 'NUL \ufffd, half \ufffd';
  expect(end).toMatchObject({ outcome: 'failed', message: cleaned, result: { [cleaned]: cleaned } });
  const { rows } = await pool.query('select item, message, data from batch_problems where batch = $1', [id]);
  expect(rows).toEqual([{ item: cleaned, message: cleaned, data: { cells: [cleaned] } }]);
});

test('an engine that starts during an outage of Postgres begins when it is over', async () => {
  let asked = 0;
  const query = (...args: Parameters<typeof pool.query>) => {
    asked += 1;
    return asked === 1
      ? Promise.reject(new Error('Connection terminated unexpectedly'))
      : pool.query(...args);
  };
  engine(Object.create(pool, { query: { value: query } }));
  expect(await endOfBatch(store, await begin(2), within)).toMatchObject({ outcome: 'done', done: 2 });
  expect(asked).toBeGreaterThan(1);
});

test('refuses only the item that triggers a bug', async () => {
  engine();
  const outcomes: unknown[] = [];
  work.at = async (item, { perform }) => {
    const command = { type: item === 1 ? ('Break' as const) : ('Rest' as const) };
    outcomes.push(await perform(buggy, { stream: `buggy-${randomUUID()}`, item: `${item}`, command }));
  };
  const id = await begin(3);
  expect(await endOfBatch(store, id, within)).toMatchObject({ outcome: 'done', done: 3 });
  expect(outcomes).toEqual([
    expect.objectContaining({ kind: 'executed' }),
    expect.objectContaining({ kind: 'refused', refusal: 'not-done' }),
    expect.objectContaining({ kind: 'executed' }),
  ]);
});

test('gives up a batch that fails every time, and reports what was done', async () => {
  engine();
  work.at = async (item, { id }) => {
    if (item === 1) throw new Error(`bug in ${id}`);
  };
  const id = await begin(3);
  const end = await endWithoutPauses(id);
  expect(end).toMatchObject({
    outcome: 'failed',
    done: 1,
    message: 'An error occurred. Everything done before that is kept.',
    result: { next: 1 },
  });
  expect(doneOf(id)).toEqual([0]);
});

test('fails a batch whose child process dies twice, even with progress in between', async () => {
  engine();
  const tried: number[] = [];
  work.at = async (item) => {
    if (item !== 1 && item !== 2) return;
    tried.push(item);
    // Dies at item 1, then at item 2.
    if (tried.length === 1 || item === 2) throw new ProcessDied('SIGABRT', 'JavaScript heap out of memory');
  };
  const id = await begin(4);
  const end = await endOfBatch(store, id, within);
  expect(end).toMatchObject({
    outcome: 'failed',
    done: 2,
    message: expect.stringMatching(/ended twice .* out of memory. It is not tried again/),
    result: { next: 2 },
  });
  expect(tried).toEqual([1, 1, 2]);
});

const crashesOf = async (id: string) => {
  const { rows } = await pool.query<{ crashes: number }>('select crashes from batch_runs where id = $1', [
    id,
  ]);
  return rows[0]?.crashes;
};
/** Work that does not end until its signal aborts. `reached` waits until it was started `times` times. */
function stuckWork() {
  const starts: string[] = [];
  const start = async (signal: AbortSignal) => {
    starts.push('start');
    await aborted(signal);
    signal.throwIfAborted();
  };
  return { start, reached: (times: number) => expect.poll(() => starts).toHaveLength(times) };
}
function stuckAt(stuck: number) {
  const { start, reached } = stuckWork();
  work.at = async (item, { signal }) => {
    if (item === stuck) await start(signal);
  };
  return { reached };
}

/** A process that died no longer renews its lease. The one here still would, so the lease is of another one. */
const processDied = (id: string) =>
  pool.query(`update batch_runs set lease = $2, leased_until = now() - interval '1 second' where id = $1`, [
    id,
    randomUUID(),
  ]);

test('fails a batch during which the whole process dies twice, without a third start', async () => {
  const stuck = stuckAt(0);
  engine();
  const id = await begin(3);
  for (const start of [1, 2]) {
    await stuck.reached(start);
    expect(await crashesOf(id)).toBe(start);
    await processDied(id);
  }
  expect(await endOfBatch(store, id, within)).toMatchObject({
    outcome: 'failed',
    done: 0,
    message: expect.stringMatching(/ended twice/),
  });
  await stuck.reached(2);
});

test('fails a batch that starts over, if the whole process dies twice behind its first step', async () => {
  const { start: stuck, reached } = stuckWork();
  behindStep = stuck;
  engine();
  const id = await begin(3, 'starts over');
  for (const start of [1, 2]) {
    await reached(start);
    await processDied(id);
  }
  expect(await endOfBatch(store, id, within)).toMatchObject({
    outcome: 'failed',
    message: expect.stringMatching(/ended twice/),
  });
  await reached(2);
});

test('counts neither shutdowns nor runs with a finished step as crashes', async () => {
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
