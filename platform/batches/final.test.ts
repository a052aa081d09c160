import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ProcessDied } from '../processes/start.ts';
import { aborted, openCounting, within } from '../test/counting-batches.ts';
import { type BatchContext, batchKind } from './kind.ts';
import { endOfBatch, readBatch } from './start.ts';

/** What happens before a step of a batch of kind 'final'. */
let before: (step: number, context: BatchContext<number>) => Promise<void> = async () => {};

/** A kind of three steps that must be completed once its first step is done. */
const final = batchKind<unknown, number>({
  kind: 'final',
  task: z.unknown(),
  isFinal: (cursor) => cursor > 0,
  async run(_, context) {
    for (let done = (context.from?.cursor ?? 0) + 1; done <= 3; done += 1) {
      await before(done, context);
      await context.step({ cursor: done, done, counts: { successful: done, skipped: 0, failed: 0 } });
    }
    return { kind: 'done' };
  },
});

const { store, pool, tenant, engine, begin, ask, endWithoutPauses } = await openCounting([final]);

afterEach(() => {
  before = async () => {};
});

/** Asks, and waits until the table of runs has the request: the later batch is entered behind it. */
async function askAndEnter(id: string, type: 'CancelBatch' | 'PauseBatch') {
  await ask(id, type);
  expect(await endOfBatch(store, await begin(1), within)).toMatchObject({ outcome: 'done' });
}

test.each(['CancelBatch', 'PauseBatch'] as const)(
  'completes a batch at %s when its work must be completed',
  async (type) => {
    before = async (step, { id }) => {
      if (step === 2) await askAndEnter(id, type);
    };
    engine();
    const id = await begin(3, 'final');
    expect(await endOfBatch(store, id, within)).toMatchObject({ outcome: 'done', done: 3 });
  },
);

test('completes a batch that must be completed if its process dies behind a request to pause', async () => {
  const reached = new AbortController();
  before = async (step, { signal }) => {
    if (step !== 2) return;
    reached.abort();
    await aborted(signal);
    signal.throwIfAborted();
  };
  engine();
  const id = await begin(3, 'final');
  await aborted(reached.signal);
  await askAndEnter(id, 'PauseBatch');
  before = async () => {};
  // A process that died no longer renews its lease. The one here still would, so the lease is of another one.
  await pool.query(
    `update batch_runs set lease = $2, leased_until = now() - interval '1 second' where id = $1`,
    [id, randomUUID()],
  );
  expect(await endOfBatch(store, id, within)).toMatchObject({ outcome: 'done', done: 3 });
});

test('shows that a batch that must be completed runs, although a user asked to pause it', async () => {
  const shown: (boolean | undefined)[] = [];
  before = async (step, { id }) => {
    if (step === 2) await askAndEnter(id, 'PauseBatch');
    if (step === 3) {
      shown.push((await readBatch(store, tenant, id))?.paused);
      if (shown.length === 1) throw new ProcessDied('SIGABRT', 'a crash'); // the next start reports the progress
    }
  };
  engine();
  const end = await endWithoutPauses(await begin(3, 'final'));
  expect(end).toMatchObject({ outcome: 'done', done: 3 });
  expect(shown.at(-1)).toBe(false);
});

test('cancels a batch that was paused before its first final step', async () => {
  before = async (step, { id }) => {
    if (step === 1) await askAndEnter(id, 'PauseBatch');
  };
  engine();
  const id = await begin(3, 'final');
  await expect
    .poll(async () => (await pool.query('select wanted, lease from batch_runs where id = $1', [id])).rows)
    .toEqual([{ wanted: 'pause', lease: null }]);
  before = async () => {};
  await ask(id, 'CancelBatch');
  expect(await endOfBatch(store, id, within)).toMatchObject({ outcome: 'cancelled', done: 0 });
});

test.each([
  ['crashes', () => new ProcessDied('SIGABRT', 'JavaScript heap out of memory')],
  ['fails', () => new Error('a bug')],
])('completes a batch that %s often when its work must be completed', async (_, errorOf) => {
  let failures = 0;
  before = async (step) => {
    if (step === 2 && ++failures <= 6) throw errorOf();
  };
  engine();
  const end = await endWithoutPauses(await begin(3, 'final'));
  expect(end).toMatchObject({ outcome: 'done', done: 3 });
});
