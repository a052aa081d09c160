import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './errors.ts';
import { createQueryClient } from './queryClient.ts';
import { recoverIn } from './useRecovery.ts';

const unreachable = new CallError({ kind: 'unreachable', reason: 'timeout' });
const refused = (status: number, code: string) =>
  new CallError({ kind: 'refused', status, message: null, code, errors: {}, stale: false });

const stops: (() => void)[] = [];
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

/** A page that shows figures, and what its user saw one after another. */
function show(read: () => Promise<unknown>, queryKey = ['/admin/dashboard-stats', {}]) {
  const client = createQueryClient();
  const queryFn = vi.fn(read);
  const seen: string[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn,
    retry: false,
    meta: { topics: [], id: null },
  });
  const leave = observer.subscribe(({ status, data }) => {
    const shown = status === 'success' ? String(data) : status;
    if (seen.at(-1) !== shown) seen.push(shown);
  });
  stops.push(recoverIn(client), leave, () => client.clear());
  return { client, queryFn, seen, leave };
}

test.each([
  ['is back', unreachable],
  ['is no longer busy', refused(503, 'unavailable')],
  ['has failed once', refused(500, 'internal')],
])('a page gets its figures once the server %s, and is not loading meanwhile', async (_, error) => {
  let isAway = true;
  const { queryFn, seen } = show(async () => {
    if (isAway) throw error;
    return 7;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn).toHaveBeenCalledTimes(2);
  isAway = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(seen).toEqual(['pending', 'error', '7']);
  expect(queryFn).toHaveBeenCalledTimes(3);
});

test('the reads become rarer, down to one a minute, and begin again at 10 s after the next failure', async () => {
  let isAway = true;
  const { queryFn, client } = show(async () => {
    if (isAway) throw unreachable;
    return 7;
  });
  await vi.advanceTimersByTimeAsync(0);
  for (const wait of [10_000, 20_000, 40_000, 60_000, 60_000]) {
    const before = queryFn.mock.calls.length;
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(queryFn).toHaveBeenCalledTimes(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(queryFn).toHaveBeenCalledTimes(before + 1);
  }
  isAway = false;
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  isAway = true;
  queryFn.mockClear();
  void client.resetQueries();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn).toHaveBeenCalledTimes(2);
});

test.each([
  ['a refusal', refused(403, 'forbidden')],
  ['a report that took too long', refused(503, 'report-too-slow')],
  ['a failure of the program', new TypeError('a bug')],
])('%s is not read again', async (_, error) => {
  const { queryFn } = show(async () => {
    throw error;
  });
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(queryFn).toHaveBeenCalledTimes(1);
});

test('a page shows a refusal that came after the failure', async () => {
  const errors: unknown[] = [unreachable];
  const { client, seen } = show(async () => {
    throw errors.shift() ?? refused(403, 'forbidden');
  });
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(client.getQueryState(['/admin/dashboard-stats', {}])?.error).toMatchObject({
    failure: { code: 'forbidden' },
  });
  expect(seen.at(-1)).toBe('error');
});

test('a page that was left is not read again', async () => {
  const { queryFn, leave } = show(async () => {
    throw unreachable;
  });
  await vi.advanceTimersByTimeAsync(0);
  leave();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(queryFn).toHaveBeenCalledTimes(1);
});

test('a page that failed before is read again too', async () => {
  let isAway = true;
  const { client, seen } = show(async () => {
    if (isAway) throw unreachable;
    return 7;
  });
  for (const stop of stops.splice(0, 1)) stop();
  await vi.advanceTimersByTimeAsync(0);
  isAway = false;
  stops.push(recoverIn(client));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual(['pending', 'error', '7']);
});

test('an answer for a user who has left in the meantime is dropped', async () => {
  let answer: (data: number) => void = () => {};
  let reads = 0;
  const { client } = show(async () => {
    reads += 1;
    if (reads === 1) throw unreachable;
    return new Promise((answered) => {
      answer = answered;
    });
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads).toBe(2);
  client.getQueryCache().clear();
  answer(7);
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryCache().getAll()).toEqual([]);
});
