import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { holdChange } from './holdChange.ts';

const queryKey = ['/names', { query: { page: 1 } }];
let token: string | null = 'ours';

beforeEach(() => {
  token = 'ours';
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('localStorage', { getItem: () => token });
});

/** A page that has read that there are no names, at position 1, and whose user adds one. */
async function openPage() {
  const client = new QueryClient();
  const read = (data: string[], position: string | null) =>
    client.fetchQuery({ queryKey, staleTime: 0, queryFn: () => ({ data, position }) });
  const shown = () => client.getQueryData<{ data: string[] }>(queryKey)?.data;
  await read([], '1');
  let save = () => {};
  let refuse = () => {};
  const command = new Promise<{ position: string }>((resolve, reject) => {
    save = () => resolve({ position: '5' });
    refuse = () => reject(new Error('refused'));
  });
  holdChange(client, ['/names'], command, (names: string[]) =>
    names.includes('ours') ? names : [...names, 'ours'],
  );
  const isInvalid = () => client.getQueryState(queryKey)?.isInvalidated;
  return { read, shown, save, refuse, isInvalid };
}

test('a change that is not saved yet is shown at once, and over each answer', async () => {
  const { read, shown } = await openPage();
  expect(shown()).toEqual(['ours']);
  await read(['theirs'], '4');
  expect(shown()).toEqual(['theirs', 'ours']);
});

test('a saved change is shown over answers from before it, and not over one that includes it', async () => {
  const { read, shown, save } = await openPage();
  save();
  // Sent before the command: not behind what the page had seen then.
  await read([], '4');
  expect(shown()).toEqual(['ours']);
  // Behind: without a position.
  await read([], null);
  expect(shown()).toEqual(['ours']);
  await read(['renamed elsewhere'], '5');
  expect(shown()).toEqual(['renamed elsewhere']);
  // Behind a later command of the page.
  await read(['renamed elsewhere', 'theirs'], null);
  expect(shown()).toEqual(['renamed elsewhere', 'theirs']);
});

test('a change that was refused is undone by the next answer, for which the query is invalid', async () => {
  const { read, shown, refuse, isInvalid } = await openPage();
  refuse();
  await vi.waitFor(() => expect(isInvalid()).toBe(true));
  await read([], '5');
  expect(shown()).toEqual([]);
});

test('a saved change is not held for ever', async () => {
  vi.useFakeTimers();
  const { read, shown, save } = await openPage();
  save();
  await vi.advanceTimersByTimeAsync(60_000);
  await read([], null);
  expect(shown()).toEqual([]);
  vi.useRealTimers();
});

test('a saved change is not shown to the user who signs in after its own', async () => {
  const { read, shown, save } = await openPage();
  save();
  token = 'theirs';
  await read([], null);
  expect(shown()).toEqual([]);
});
