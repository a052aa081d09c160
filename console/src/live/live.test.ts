import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { applyHints } from './applyHints.ts';
import { mergeHints } from './mergeHints.ts';

/** An observed query with one answer, read at `position`. */
async function shown(
  queryClient: QueryClient,
  name: string,
  position: string | null,
  id: string | null = null,
) {
  const queryFn = vi.fn(async () => ({ position }));
  const meta = { topics: ['leads' as const], id };
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
  const queryClient = new QueryClient();
  const older = await shown(queryClient, 'older', '003');
  const newer = await shown(queryClient, 'newer', '007');
  const unknown = await shown(queryClient, 'unknown', null);
  expect(applyHints(queryClient, leadHint('005', 'a'))).toEqual([]);
  await vi.waitFor(() => expect(unknown).toHaveBeenCalledTimes(2));
  expect(older).toHaveBeenCalledTimes(2);
  expect(newer).toHaveBeenCalledTimes(1);
});

test('a hint without a position refreshes all queries of its topic', async () => {
  const queryClient = new QueryClient();
  const page = await shown(queryClient, 'page', '007');
  const merged = mergeHints([
    { topic: 'leads', ids: ['a'], position: '' },
    { topic: 'leads', ids: ['b'], position: '003' },
  ]);
  expect(applyHints(queryClient, merged)).toEqual([]);
  await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(2));
});

test('a page about one entity ignores hints about others', async () => {
  const queryClient = new QueryClient();
  const page = await shown(queryClient, 'page', null, 'a');
  applyHints(queryClient, leadHint('005', 'b'));
  expect(queryClient.isFetching()).toBe(0);
  applyHints(queryClient, leadHint('006', 'b', 'a'));
  await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(2));
});

test('a hint does not cancel a read in flight and is returned for later', async () => {
  const queryClient = new QueryClient();
  const page = await shown(queryClient, 'page', null);
  let answer = (_: { position: string }) => {};
  page.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  applyHints(queryClient, leadHint('005', 'a'));
  const later = applyHints(queryClient, leadHint('006', 'b'));
  expect(later).toEqual(leadHint('006', 'b'));
  expect(page).toHaveBeenCalledTimes(2);
  answer({ position: '005' });
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(applyHints(queryClient, later)).toEqual([]);
  await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(3));
});
