import { accept } from '@crm/events/language/decider.ts';
import { batchStream } from '@crm/events/streams.ts';
import { expect, test } from 'vitest';
import type { Aggregate } from '../commands/aggregate.ts';
import { openCounting, within } from '../test/counting-batches.ts';
import { endOfBatch } from './start.ts';

/** More starts than a batch has before it is given up. */
const MANY = 6;

const { store, pool, work, engine, begin } = await openCounting();

/** Waits for the end of a batch, without the pauses between its starts. */
async function endOf(id: string) {
  const hurry = setInterval(() => void pool.query('update batch_runs set not_before = now()'), 50);
  const end = await endOfBatch(store, id, within);
  clearInterval(hurry);
  return end;
}

/** The batch's stream as an older program reads it. */
const older: Aggregate<null, { type: 'Rest' }, Record<never, never>, never> = {
  types: {},
  decider: { initialState: null, evolve: () => null, decide: () => accept() },
};

test('leaves an item whose stream has newer events to a newer program', async () => {
  let starts = 0;
  const outcomes: unknown[] = [];
  work.at = async (item, { id, perform }) => {
    if (item !== 1) return;
    starts += 1;
    if (starts > MANY) return; // the newer program
    outcomes.push(await perform(older, { stream: batchStream(id), item: '1', command: { type: 'Rest' } }));
  };
  engine();
  expect(await endOf(await begin(3))).toMatchObject({ outcome: 'done', done: 3 });
  expect(outcomes).toEqual([]);
});
