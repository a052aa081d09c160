import { expect, test, vi } from 'vitest';
import { type ReadAll, type RecordedEvent, START } from '../port.ts';
import type { Appended } from './appended.ts';
import { positionOf, rowOf } from './position.ts';
import { sharedTail } from './tail.ts';

/** Only the position of an event matters here. */
const eventAt = (row: number) => ({ position: positionOf(row) }) as RecordedEvent;
const rows = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => eventAt(first + n));

/** A store with `head` events, and a buffer over it that one consumer has read to the end. */
async function tailAt(head: number) {
  const store = { head, reads: [] as number[] };
  const tail = sharedTail(async ({ after, limit }: ReadAll) => {
    const from = rowOf(after);
    store.reads.push(from);
    const upTo = Math.min(store.head, from + limit);
    return {
      events: rows(from + 1, upTo),
      upTo: positionOf(upTo),
      bytes: 1,
      reachedHead: upTo === store.head,
    };
  });
  const read = async (from: number) => {
    const { events, upTo } = await tail.read({ after: positionOf(from), limit: 100 });
    return { first: events[0] && rowOf(events[0].position), upTo: rowOf(upTo), count: events.length };
  };
  /** Stores events, and hands them over as this process does after its commit. */
  const commit = (count: number): Appended => {
    const first = store.head + 1;
    store.head += count;
    return { first, last: store.head, bytes: 1, events: () => rows(first, first + count - 1) };
  };
  await tail.read({ after: START, limit: 100 });
  await read(head);
  store.reads = [];
  return { store, tail, read, commit };
}

test('returns the commits of this process without a read of the store', async () => {
  const { store, tail, read, commit } = await tailAt(3);
  tail.append(commit(2));
  tail.append(commit(1));
  expect(await read(3)).toEqual({ first: 4, upTo: 6, count: 3 });
  expect(await read(6)).toEqual({ first: undefined, upTo: 6, count: 0 });
  expect(store.reads).toEqual([]);
});

test('reads what another process committed before a commit of this one', async () => {
  const { store, tail, read, commit } = await tailAt(3);
  commit(2);
  tail.append(commit(1));
  expect(await read(3)).toEqual({ first: 4, upTo: 6, count: 3 });
  expect(store.reads).toEqual([3]);
});

test('reads what another process committed after a commit of this one, once that is known', async () => {
  const { store, tail, read, commit } = await tailAt(3);
  tail.append(commit(1));
  commit(1);
  expect(await read(3)).toEqual({ first: 4, upTo: 4, count: 1 });
  tail.mayBeBehind();
  expect(await read(4)).toEqual({ first: 5, upTo: 5, count: 1 });
  expect(store.reads).toEqual([4]);
});

test('commits whose answers arrive in another order are returned in order, each once', async () => {
  const { store, tail, read, commit } = await tailAt(3);
  const [earlier, later] = [commit(1), commit(1)];
  tail.append(later);
  tail.append(earlier);
  expect(await read(3)).toEqual({ first: 4, upTo: 5, count: 2 });
  expect(store.reads).toEqual([]);
});

test('a commit that a read returned already is not returned again', async () => {
  const { store, tail, read, commit } = await tailAt(3);
  const [earlier, later] = [commit(1), commit(1)];
  tail.append(later);
  expect(await read(3)).toEqual({ first: 4, upTo: 5, count: 2 });
  tail.append(earlier);
  expect(await read(5)).toEqual({ first: undefined, upTo: 5, count: 0 });
  tail.append(commit(1));
  expect(await read(5)).toEqual({ first: 6, upTo: 6, count: 1 });
  expect(store.reads).toEqual([3]);
});

test('keeps no commits that no consumer reads, and misses none of them afterwards', async () => {
  const { store, tail, read, commit } = await tailAt(3);
  tail.append(commit(1));
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  tail.append(commit(1));
  clock.mockRestore();
  expect(await read(3)).toEqual({ first: 4, upTo: 5, count: 2 });
  expect(store.reads).toEqual([3]);
});

test('an append looks at few of the commits that wait, however many they are', async () => {
  const { store, tail, read, commit } = await tailAt(3);
  let looks = 0;
  const counted = (of: Appended): Appended => ({
    ...of,
    get first() {
      looks += 1;
      return of.first;
    },
    get bytes() {
      looks += 1;
      return of.bytes;
    },
  });
  const commits = Array.from({ length: 1_000 }, () => counted(commit(1)));
  const [first, second, ...others] = commits;
  for (const each of [second, first, ...others]) if (each) tail.append(each);
  expect(looks).toBeLessThan(10_000);
  expect(await read(3)).toEqual({ first: 4, upTo: 103, count: 100 });
  expect(await read(903)).toEqual({ first: 904, upTo: 1_003, count: 100 });
  expect(store.reads).toEqual([]);
});

test('forgets the oldest events of a full buffer, which are read from the store', async () => {
  const { store, tail, read, commit } = await tailAt(3);
  for (let n = 0; n < 6_000; n += 1) tail.append(commit(1));
  await read(3);
  store.reads = [];
  expect(await read(2_003)).toEqual({ first: 2_004, upTo: 2_103, count: 100 });
  expect(store.reads).toEqual([]);
  expect(await read(2_002)).toEqual({ first: 2_003, upTo: 2_102, count: 100 });
  expect(store.reads).toEqual([2_002]);
});

test('after a failover without the last commits, a consumer reads those of the new host', async () => {
  const { store, tail, read, commit } = await tailAt(3);
  tail.append(commit(2));
  await read(3);
  store.head = 3;
  tail.forgetAll();
  commit(3);
  tail.mayBeBehind();
  expect(await read(3)).toEqual({ first: 4, upTo: 6, count: 3 });
  expect(store.reads).toEqual([3]);
  expect(await read(6)).toEqual({ first: undefined, upTo: 6, count: 0 });
});

test('after a failover during the pause before a read, a consumer reads from the new host', async () => {
  const { tail, read, commit } = await tailAt(3);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  commit(1);
  tail.mayBeBehind();
  await read(3);
  const reading = read(4);
  tail.forgetAll();
  commit(1);
  expect(await reading).toEqual({ first: 5, upTo: 5, count: 1 });
});
