import { batches } from '@crm/events/batches/aggregate.ts';
import { accept } from '@crm/events/language/decider.ts';
import { batchStream } from '@crm/events/streams.ts';
import { expect, test } from 'vitest';
import type { Aggregate } from '../commands/aggregate.ts';
import type { Append, AppendOutcome, EventStore } from '../event-store/port.ts';
import { RetryLater } from '../failures/classify.ts';
import { openCounting } from '../test/counting-batches.ts';

/** More starts than a batch has before it is given up. */
const MANY = 6;

const { store, pool, work, engine, begin, endWithoutPauses } = await openCounting();

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
  expect(await endWithoutPauses(await begin(3))).toMatchObject({ outcome: 'done', done: 3 });
  expect(outcomes).toEqual([]);
});

/** The store, where the first `times` appends that `fails` chooses get this answer and are not done. */
function failing(times: number, answer: AppendOutcome, fails: (append: Append) => boolean): EventStore {
  let left = times;
  return {
    ...store,
    append: async (append) => {
      if (left === 0 || !fails(append)) return store.append(append);
      left -= 1;
      return answer;
    },
  };
}

test.each(['BatchProgressed', 'BatchFinished'])(
  'completes a batch whose %s could not be appended during an outage',
  async (type) => {
    const answer = { kind: 'unavailable', reason: 'an election' } as const;
    engine(
      pool,
      failing(MANY, answer, ({ events }) => events.some((event) => event.type === type)),
    );
    expect(await endWithoutPauses(await begin(3))).toMatchObject({ outcome: 'done', done: 3 });
  },
);

test('repeats an item that was refused because of too many changes at once', async () => {
  const command = {
    type: 'ReportProgress',
    done: 1,
    counts: { successful: 1, skipped: 0, failed: 0 },
  } as const;
  const outcomes: string[] = [];
  let isBusy = false;
  work.at = async (item, { id, perform }) => {
    if (item !== 1) return;
    isBusy = true;
    const done = await perform(batches, {
      stream: batchStream(id),
      item: 'x',
      command: { ...command, total: 3, isFinal: false },
    });
    outcomes.push(done.kind);
  };
  engine(
    pool,
    failing(30, { kind: 'conflict', actual: 1 }, () => isBusy),
  );
  expect(await endWithoutPauses(await begin(3))).toMatchObject({ outcome: 'done', done: 3 });
  expect(outcomes).toEqual(['executed']);
});

test('does not count outages when an error follows them', async () => {
  let starts = 0;
  work.at = async (item) => {
    if (item !== 1) return;
    starts += 1;
    if (starts <= MANY) throw new RetryLater('an outage');
    if (starts === MANY + 1) throw new Error('once');
  };
  engine();
  expect(await endWithoutPauses(await begin(3))).toMatchObject({ outcome: 'done', done: 3 });
});

test('does not count errors before the last step', async () => {
  const failures = [0, 0, 0, 0, 1];
  work.at = async (item) => {
    if (item !== failures[0]) return;
    failures.shift();
    throw new Error('once');
  };
  engine();
  expect(await endWithoutPauses(await begin(3))).toMatchObject({ outcome: 'done', done: 3 });
});
