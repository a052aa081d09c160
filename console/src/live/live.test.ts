import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { mergeHints } from './mergeHints.ts';
import { createRefetches } from './refetches.ts';

/** A clock and a tab that the test controls; no jitter. */
function stage() {
  const queryClient = new QueryClient();
  // From a real time on: react-query stamps its answers with it.
  const clock = { at: Date.now(), isHidden: false };
  const refetches = createRefetches(queryClient, {
    now: () => clock.at,
    random: () => 0,
    hidden: () => clock.isHidden,
  });
  /** Applies hints at once, as the connection does after a moment. */
  const apply = (hints: ReturnType<typeof mergeHints>) => {
    refetches.addHints(hints);
    return refetches.run();
  };
  return { queryClient, clock, refetches, apply };
}

/** An observed query with one answer, read at `position`. */
async function shown(
  queryClient: QueryClient,
  name: string,
  position: string | null,
  {
    id = null,
    pace = 'row',
    topics = ['leads'],
    mentions = [],
  }: {
    id?: string | null;
    pace?: 'row' | 'aggregate';
    topics?: readonly 'leads'[];
    mentions?: readonly 'users'[];
  } = {},
) {
  const queryFn = vi.fn(async () => ({ position }));
  const meta = { topics, id, pace, mentions };
  const observer = new QueryObserver(queryClient, { queryKey: [name], queryFn, meta, staleTime: 60_000 });
  observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
  return queryFn;
}

const leadHint = (position: string, ...ids: string[]) => mergeHints([{ topic: 'leads', ids, position }]);

test('merges the hints of a topic, with the latest position', () => {
  const merged = mergeHints([
    { topic: 'leads', ids: ['a'], position: '005' },
    { topic: 'offers', ids: ['x'], position: '004' },
    { topic: 'leads', ids: ['b', 'a'], position: '003' },
  ]);
  expect(merged).toEqual([
    { topic: 'leads', ids: new Set(['a', 'b']), position: '005' },
    { topic: 'offers', ids: new Set(['x']), position: '004' },
  ]);
});

test('a hint refreshes older answers and leaves newer ones', async () => {
  const { queryClient, apply } = stage();
  const older = await shown(queryClient, 'older', '003');
  const newer = await shown(queryClient, 'newer', '007');
  const unknown = await shown(queryClient, 'unknown', null);
  expect(apply(leadHint('005', 'a'))).toBe(false);
  await vi.waitFor(() => expect(unknown).toHaveBeenCalledTimes(2));
  expect(older).toHaveBeenCalledTimes(2);
  expect(newer).toHaveBeenCalledTimes(1);
});

test('a hint without a position refreshes all queries of its topic', async () => {
  const { queryClient, apply } = stage();
  const page = await shown(queryClient, 'page', '007');
  apply(
    mergeHints([
      { topic: 'leads', ids: ['a'], position: '' },
      { topic: 'leads', ids: ['b'], position: '003' },
    ]),
  );
  await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(2));
});

test('a page about one entity ignores hints about others', async () => {
  const { queryClient, apply } = stage();
  const page = await shown(queryClient, 'page', null, { id: 'a' });
  apply(leadHint('005', 'b'));
  expect(queryClient.isFetching()).toBe(0);
  apply(leadHint('006', 'b', 'a'));
  await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(2));
});

test('a page that mentions another entity is refetched by a hint about any of its kind, at the pace of figures', async () => {
  const { queryClient, clock, apply } = stage();
  const page = await shown(queryClient, 'page', '003', { id: 'a', mentions: ['users'] });
  queryClient.setQueryData(['page'], { position: '003' }, { updatedAt: clock.at });
  const renamed = mergeHints([{ topic: 'users', ids: ['operator'], position: '005' }]);
  expect(apply(renamed)).toBe(true);
  clock.at += 4_999;
  expect(apply(renamed)).toBe(true);
  expect(page).toHaveBeenCalledTimes(1);
  clock.at += 1;
  expect(apply([])).toBe(false);
  await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(2));
});

test('a hint does not cancel a read in flight and is applied after it', async () => {
  const { queryClient, refetches, apply } = stage();
  const page = await shown(queryClient, 'page', null);
  let answer = (_: { position: string }) => {};
  page.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  apply(leadHint('005', 'a'));
  expect(apply(leadHint('006', 'b'))).toBe(true);
  expect(page).toHaveBeenCalledTimes(2);
  answer({ position: '005' });
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(refetches.run()).toBe(false);
  await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(3));
});

test('an aggregate is refetched every 5 s at most, however many hints arrive', async () => {
  const { queryClient, clock, apply, refetches } = stage();
  const row = await shown(queryClient, 'row', null);
  const figures = await shown(queryClient, 'figures', null, { pace: 'aggregate' });
  queryClient.setQueryData(['figures'], { position: null }, { updatedAt: clock.at }); // however long it took
  for (const second of [1, 2, 3]) {
    clock.at += 1000;
    expect(apply(leadHint(`00${second}`, 'a'))).toBe(true);
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(row).toHaveBeenCalledTimes(1 + second);
  }
  expect(figures).toHaveBeenCalledTimes(1);
  clock.at += 3000;
  expect(refetches.run()).toBe(false);
  await vi.waitFor(() => expect(figures).toHaveBeenCalledTimes(2));
});

test('a hidden tab refetches nothing until it is shown', async () => {
  const { queryClient, clock, apply, refetches } = stage();
  const page = await shown(queryClient, 'page', null);
  clock.isHidden = true;
  expect(apply(leadHint('005', 'a'))).toBe(true);
  expect(queryClient.isFetching()).toBe(0);
  clock.isHidden = false;
  expect(refetches.run()).toBe(false);
  await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(2));
});

test('the first connection does not refetch what was just read, until the page has settled', async () => {
  const { queryClient, clock, refetches } = stage();
  const page = await shown(queryClient, 'page', '003');
  clock.at += 500;
  refetches.addAll('first');
  expect(refetches.run()).toBe(true);
  expect(queryClient.isFetching()).toBe(0);
  // A change may have happened between the answer and the connection.
  clock.at += 5000;
  expect(refetches.run()).toBe(false);
  await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(2));
});

test('a later connection refetches everything at once', async () => {
  const { queryClient, refetches } = stage();
  const page = await shown(queryClient, 'page', '003');
  refetches.addAll('later');
  expect(refetches.run()).toBe(false);
  await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(2));
});

test.each(['first', 'later'] as const)(
  'the %s connection does not refetch a report, which no hint concerns',
  async (connection) => {
    const { queryClient, clock, refetches } = stage();
    const report = await shown(queryClient, 'report', '003', { topics: [], pace: 'aggregate' });
    refetches.addAll(connection);
    clock.at += 60_000;
    expect(refetches.run()).toBe(false);
    expect(queryClient.isFetching()).toBe(0);
    expect(report).toHaveBeenCalledTimes(1);
  },
);

test('a later connection reads what could not be read before, also if no hint concerns it', async () => {
  const { queryClient, refetches } = stage();
  const queryFn = vi.fn(async () => Promise.reject(new Error('away')));
  const meta = { topics: [], id: null };
  const observer = new QueryObserver(queryClient, { queryKey: ['report'], queryFn, meta, retry: false });
  observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  refetches.addAll('later');
  expect(refetches.run()).toBe(false);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
});
