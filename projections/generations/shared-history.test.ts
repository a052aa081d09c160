import { type EventBatch, type Position, START } from '@crm/platform/event-store/port.ts';
import { expect, test } from 'vitest';
import { boxEvent } from './sample-events.ts';
import { shareHistory } from './shared-history.ts';

const LIMIT = 2;
const positionOf = (n: number) => String(n).padStart(4, '0') as Position; // as the adapter of Postgres makes them
const filled = { type: 'BoxFilled', data: { amount: 1 } } as const;
const burnt = { type: 'BoxBurnt', data: {} } as const;

/** A history of so many events, alternately filled and burnt; `reads` has the position before each read. */
function historyOf(count: number) {
  const events = Array.from({ length: count }, (_, n) => ({
    ...boxEvent(n % 2 === 0 ? filled : burnt),
    ...{ stream: 'box-1', revision: n, position: positionOf(n + 1), at: new Date(n) },
  }));
  const reads: Position[] = [];
  const store = {
    readAll: async ({ after }: { after: Position }): Promise<EventBatch> => {
      reads.push(after);
      const batch = events.filter(({ position }) => position > after).slice(0, LIMIT);
      return { events: batch, upTo: batch.at(-1)?.position ?? after };
    },
  };
  return { store, reads };
}

const everything = ['BoxFilled', 'BoxBurnt'];
const typesOf = ({ events }: EventBatch) => events.map(({ type }) => type);

/** Whether a promise is settled once all other work that is ready is done. */
async function settles(promise: Promise<unknown>): Promise<boolean> {
  const pending = new Promise<false>((resolve) => setImmediate(() => resolve(false)));
  return Promise.race([promise.then(() => true), pending]);
}

test('reads each batch once for all readers, who get the events of their types', async () => {
  const { store, reads } = historyOf(4);
  const [all, some] = shareHistory(store, [everything, ['BoxBurnt']]);
  let after = START;
  for (let n = 0; n < 2; n += 1) {
    const batches = await Promise.all([all, some].map((reader) => reader?.readAll({ after, limit: LIMIT })));
    expect(batches.map((batch) => batch && typesOf(batch))).toEqual([everything, ['BoxBurnt']]);
    after = batches[0]?.upTo ?? after;
  }
  expect(reads).toEqual([START, positionOf(2)]);
});

test('the fastest reader waits for the slowest, until that one leaves', async () => {
  const { store, reads } = historyOf(8);
  const [fast, slow] = shareHistory(store, [everything, everything]);
  if (!fast || !slow) throw new Error('two readers');
  await fast.readAll({ after: START, limit: LIMIT });
  await fast.readAll({ after: positionOf(2), limit: LIMIT });
  const third = fast.readAll({ after: positionOf(4), limit: LIMIT });
  expect(await settles(third)).toBe(false);
  await slow.readAll({ after: START, limit: LIMIT });
  expect(await settles(third)).toBe(true);
  const fourth = fast.readAll({ after: positionOf(6), limit: LIMIT });
  expect(await settles(fourth)).toBe(false);
  slow.leave();
  expect(typesOf(await fourth)).toEqual(everything);
  expect(reads).toHaveLength(4);
});

test('a reader that goes back reads by itself, and the others go on', async () => {
  const { store, reads } = historyOf(8);
  const [steady, failing] = shareHistory(store, [everything, everything]);
  if (!steady || !failing) throw new Error('two readers');
  for (const reader of [steady, failing]) await reader.readAll({ after: START, limit: LIMIT });
  await failing.readAll({ after: START, limit: LIMIT });
  for (const after of [2, 4, 6]) await steady.readAll({ after: positionOf(after), limit: LIMIT });
  expect(typesOf(await failing.readAll({ after: positionOf(2), limit: LIMIT }))).toEqual(everything);
  expect(reads).toEqual([START, START, ...[2, 4, 6, 2].map(positionOf)]);
});
